internal import Slipway

/// The meanings of keys that operations and actions share.
extension Keys {
    static var queueMeaning: String {
        "Where the body runs: `main` (one at a time, on the process's first thread), `userInitiated` "
            + "(concurrent), or one of `queues`."
    }

    /// The meaning of `priority`, which ranks several of what `noun` says.
    static func priorityMeaning(of noun: String) -> String {
        "Which of several \(noun) starts first: the higher. `low` is \(Priority.low.rawValue), "
            + "`normal` \(Priority.normal.rawValue), `high` \(Priority.high.rawValue)."
    }
}
