internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwaySystem
internal import SlipwayVarlink

/// All facts about one launch action, one per line.
struct ActionText {
    let reply: ActionReply
    /// The name of the user who sent the action; `nil` if it is not known.
    var user: String?

    /// `kind: open-url` and so on; dates are in the local time zone.
    var text: String {
        let action = reply.action
        var lines = [
            "action: \(action.id)", "kind: \(action.kind)", "state: \(action.sentence)",
            "accepted: \(reply.acceptedDate.dateText)",
        ]
        if let expires = reply.expiresDate { lines.append("expires: \(expires.dateText)") }
        if let started = reply.startedDate { lines.append("started: \(started.dateText)") }
        if let ended = reply.endedDate { lines.append("ended: \(ended.dateText)") }
        var exit = reply.result.exit
        if case .failed(let failure, _) = action.state { exit = failure.exit ?? exit }
        switch exit {
        case .status(let status): lines.append("exit status: \(status)")
        case .signal(let name): lines.append("ended by signal: \(name)")
        case nil: break
        }
        if action.attempts > 1 { lines.append("attempts: \(action.attempts)") }
        if let retryAt = action.retryAt {
            let date = reply.acceptedDate + action.acceptedAt.duration(to: retryAt)
            lines.append("next attempt: \(date.dateText)")
        }
        if let failure = action.lastFailure { lines.append("last failure: \(failure.message)") }
        if let earlier = reply.retryOf { lines.append("retry of: \(earlier)") }
        if let sender = reply.sender {
            let name = user.map { " (\($0))" } ?? ""
            lines.append("sender: user \(sender.uid)\(name), process \(sender.pid)")
        }
        if let key = reply.key { lines.append("key: \(key)") }
        if let payload = reply.payload {
            lines.append("payload: \(JSON.object(payload).compact)")
        }
        if let output = reply.result.output { lines.append("value: \(output.compact)") }
        if !reply.result.lines.isEmpty {
            lines.append("last lines:")
            lines += reply.result.lines.map { "  \($0)" }
        }
        return lines.map(\.printable).joined(separator: "\n")
    }
}
