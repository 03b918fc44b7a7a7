internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON

/// The flags of an operation while the service runs: what each answer of the server changes, and
/// when the server is asked again.
struct FlagsFollowing: Sendable {
    /// A flag that has changed; a value is `nil` where the flag has none.
    struct Change: Hashable, Sendable {
        let flag: String
        let value: JSON?
        let previous: JSON?
    }

    /// The consequences of an answer.
    struct Step: Hashable, Sendable {
        var changes: [Change] = []
        /// Lines for the log, and whether they tell of a trouble.
        var words: [String] = []
        var isTrouble = false
        /// The interval before the next question; `nil`: there is none.
        var pause: Duration?
    }

    /// The value of each flag; `nil` while the server has given none.
    private(set) var values: JSONObject?
    /// The entity tag that the server gave with the flags.
    private(set) var etag: String?
    /// The last question was answered.
    private(set) var isCurrent: Bool
    /// The log says that the server does not answer: once, however often it is asked in vain.
    private var isSaid = false
    private let interval: Duration?

    /// Begins with the flags that an operation had when it ended.
    ///
    /// - Parameters:
    ///   - flags: The flags; `nil` for none but those that the file gives.
    ///   - isCurrent: Whether the server has just given the flags; otherwise they are stored ones.
    ///   - interval: The time between two questions; `nil`: none follows.
    init(_ flags: Flags?, isCurrent: Bool, every interval: Duration?) {
        values = flags?.values
        etag = flags?.etag
        self.isCurrent = isCurrent
        self.interval = interval
    }

    /// The interval before the first question; `nil`: there is none.
    var firstInterval: Duration? { isCurrent ? interval : .zero }

    /// The server has answered; with `nil`, that nothing has changed.
    mutating func answered(_ flags: Flags?) -> Step {
        var step = Step(pause: interval)
        if !isCurrent { step.words.append("the flags are those of the server again") }
        (isCurrent, isSaid) = (true, false)
        guard let flags else { return step }
        step.changes = Self.changes(from: values ?? [:], to: flags.values)
        step.words += step.changes.map(\.description) + flags.failures
        values = flags.values
        etag = flags.etag
        return step
    }

    /// The server has not answered.
    mutating func failed(_ error: any Error) -> Step {
        var step = Step(isTrouble: true)
        var words = "the flags stay as they are: \(error)"
        let failure = error as? FlagsError
        if failure?.answer.isDenial == true {
            words += "; the server is not asked again"
        } else {
            step.pause = interval.map { max($0, failure?.retryAfter ?? .zero) }
        }
        if !isSaid || step.pause == nil { step.words = [words] }
        isSaid = true
        isCurrent = false
        return step
    }

    private static func changes(from old: JSONObject, to new: JSONObject) -> [Change] {
        let kept = new.filter { old[$0.key] != $0.value }
            .map { Change(flag: $0.key, value: $0.value, previous: old[$0.key]) }
        let gone = old.filter { new[$0.key] == nil }
            .map { Change(flag: $0.key, value: nil, previous: $0.value) }
        return kept + gone
    }
}

extension FlagsFollowing.Change: CustomStringConvertible {
    /// The change, with values that are `true` or `false`: others may be private.
    var description: String {
        let name = "flag \(Quoting.quoted(flag))"
        guard let value else { return "\(name) has no value any more" }
        guard let value = value.boolValue else { return "\(name) has another value" }
        guard let previous = previous?.boolValue else { return "\(name) is \(value)" }
        return "\(name) is \(value), and was \(previous)"
    }
}
