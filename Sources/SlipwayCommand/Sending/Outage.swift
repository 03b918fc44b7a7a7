/// The lines for a waiting user about a service that goes away and comes back: one for each change,
/// however often it is tried in between.
struct Outage {
    /// The service has answered before.
    private(set) var hasBeenThere = false
    /// The number of times that it came back after it had gone away.
    private var returns = 0
    /// It does not answer now.
    private(set) var isAway = false

    /// Notes that the service does not answer.
    ///
    /// - Parameter what: What happened to it, and what is done about it.
    /// - Returns: The line to print; `nil` if it was away already.
    mutating func begin(_ what: @autoclosure () -> String) -> String? {
        guard !isAway else { return nil }
        isAway = true
        return what()
    }

    /// Notes that the service answers.
    ///
    /// - Returns: The line to print; `nil` if it was not away, or never there before.
    mutating func end() -> String? {
        defer {
            isAway = false
            hasBeenThere = true
        }
        guard isAway, hasBeenThere else { return nil }
        returns += 1
        return "the service is back"
    }

    /// The facts about a service that is away for too long, as the end of a sentence about it.
    var words: String {
        switch returns {
        case 0: "it has not answered again in the meantime"
        case 1: "it came back once, and went away again"
        default: "it came back \(returns) times, and went away again each time"
        }
    }
}
