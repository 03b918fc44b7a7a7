internal import Slipway
internal import SlipwayInterface
internal import SlipwaySystem

/// The result of an action that was sent, in words and as an exit code.
struct SendOutcome {
    let reply: SubmitReply
    let wait: Method.Submit.Wait
    let timeout: Duration?

    /// `a1 open-url: done after 412ms`.
    var text: String {
        let action = reply.action
        var line = "\(action.id) \(action.kind): \(action.sentence)"
        if let endedAt = action.endedAt {
            line += " after \(max(action.acceptedAt.duration(to: endedAt), .zero).timespan)"
        }
        if reply.isDuplicate { line += " (\(sentBefore))" }
        if reply.durability == .memory, !action.state.isEnded {
            line += " (held in memory only)"
        }
        return line
    }

    /// `sent before, at 2026-11-22 21:40:38 +0000`.
    private var sentBefore: String {
        "sent before" + (reply.sentDate.map { ", at \($0.dateText)" } ?? "")
    }

    /// The failure by the last reply: nothing follows it, so that a state that has not come by then
    /// does not come.
    var lastFailure: CommandFailure? {
        if let failure { return failure }
        guard !reply.hasReached(wait) else { return nil }
        let id = reply.action.id
        return .late(
            "action '\(id)' had not \(wait == .done ? "ended" : "started") when the service stopped; "
                + "'slipway actions \(id)' tells what became of it"
        )
    }

    /// The failure by a reply; `nil` if the state that is waited for has come, or may still come.
    var failure: CommandFailure? {
        let id = reply.action.id
        switch reply.action.state {
        case .failed, .cancelled, .expired, .superseded, .interrupted:
            guard reply.isDuplicate else { return .no("action '\(id)' \(reply.action.sentence)") }
            return .no(
                "action '\(id)' was \(sentBefore), and is not run again: \(reply.action.sentence); "
                    + "'slipway retry \(id)' sends it again"
            )
        case .waiting, .running, .done:
            if reply.action.isPostponed, !reply.hasReached(wait) {
                return .late("action '\(id)' is stored, and runs when the service starts again")
            }
            guard reply.waitTimedOut else { return nil }
            let limit = timeout.map { " after \($0.timespan)" } ?? ""
            return .late(
                "timed out\(limit): action '\(id)' is accepted, but not \(wait.rawValue) yet"
            )
        }
    }
}
