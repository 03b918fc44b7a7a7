internal import Slipway
internal import SlipwayInterface

/// A daemon that has not answered in time, as its sender is told.
struct Silence {
    /// The time that the sender waited, by its own `--timeout` if it gave one.
    let limit: Duration
    /// The key that the action was sent with.
    let key: String?
    /// The state that the sender waits for.
    let wait: Method.Submit.Wait
    /// The last reply before the silence.
    let last: SubmitReply?

    /// The known facts about the action, and the way to find out more.
    var failure: CommandFailure {
        let start = "timed out after \(limit.timespan): "
        if let id = last?.action.id {
            return .late(
                start + "action '\(id)' is accepted, but not \(wait.rawValue) yet; the daemon does "
                    + "not answer any more"
            )
        }
        return .late(
            start + "the daemon does not answer, but may have taken the action: 'slipway actions' "
                + "shows it; \(Self.again(key))"
        )
    }

    /// The advice about sending an action again that may have been taken.
    static func again(_ key: String?) -> String {
        key.map { "sending it again with --key '\($0)' is safe" }
            ?? "sending it again may run it twice"
    }
}
