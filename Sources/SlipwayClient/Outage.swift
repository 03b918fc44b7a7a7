/// The absences of a service that is followed: one piece of news for each change, however often the
/// service is called in between.
package struct Outage: Sendable {
    /// The service has answered before.
    package private(set) var hasBeenThere = false
    /// The number of times that the service came back after it had gone away.
    private var returns = 0
    /// The service does not answer now.
    package private(set) var isAway = false

    package init() {}

    /// Notes that the service does not answer.
    ///
    /// - Returns: Whether that is news; `false` if it was away already.
    package mutating func begin() -> Bool {
        defer { isAway = true }
        return !isAway
    }

    /// Notes that the service answers.
    ///
    /// - Returns: Whether it is back; `false` if it was not away, or never there before.
    package mutating func end() -> Bool {
        defer { (isAway, hasBeenThere) = (false, true) }
        guard isAway, hasBeenThere else { return false }
        returns += 1
        return true
    }

    /// The facts about a service that is away for too long, as the end of a sentence about it.
    package var words: String {
        switch returns {
        case 0: "it has not answered again in the meantime"
        case 1: "it came back once, and went away again"
        default: "it came back \(returns) times, and went away again each time"
        }
    }
}
