internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway retry` sends actions again that have ended.
struct Retry: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "retry",
        abstract: "Send launch actions again that have ended.",
        discussion: """
            A new action has the kind, the payload and the sender of the old one, and an identity of \
            its own. Users may retry what they sent, and operators everything, in a service that \
            keeps actions on disk. The payload is there for a day after the end, or until a purge; \
            what is kept in memory has none any more once it has ended.

            Several identities are retried at once, each by itself. 'slipway retry --kind pay' retries all of the kind that have failed and were not retried \
            before, with '--state interrupted' those that were interrupted while they ran. It exits \
            with 1 if one of them cannot be.
            """
    )

    @Argument(
        help: "The identities, or their beginnings, of actions that have ended.",
        completion: .service(.actions(ended: true))
    )
    var ids: [String] = []

    @Option(help: "All of this kind, in place of identities.", completion: .service(.kinds))
    var kind: String?

    @Option(
        help: "With '--kind': in which state (default: failed).",
        completion: .list(Self.states)
    )
    var state: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    private static let usualState = "failed"

    /// The states that an action may be retried from.
    private static let states = ActionStatus.State.Word.allCases.map(\.rawValue).filter {
        !["waiting", "running"].contains($0)
    }

    func validate() throws {
        guard ids.isEmpty != (kind == nil) else {
            throw ValidationError("Give the identities of actions, or '--kind'.")
        }
        guard let state else { return }
        if kind == nil { throw ValidationError("'--state' goes with '--kind'.") }
        if !Self.states.contains(state) {
            let words = Self.states.joined(separator: ", ")
            throw ValidationError("'--state' is one of \(words), not '\(state)'.")
        }
    }

    func run() throws {
        let client = try connection.startingControl()
        if ids.count == 1, let id = ids.first { return try retry(id, client) }
        try retrySeveral(SeveralActions(client: client))
    }

    private func retry(_ id: String, _ client: ControlClient) throws {
        let reply = try client.answer(to: Method.RetryAction(id))
        let action = try SubmitReply(reply: reply).action
        try output.print(json: reply, text: Self.line(action))
    }

    private static func line(_ action: ActionStatus) -> String {
        "\(action.id) \(action.kind): \(action.sentence)".printable
    }

    /// Retries several actions; of a kind, each at most once, however often the command is called.
    private func retrySeveral(_ several: SeveralActions) throws {
        var ids = ids
        if let kind {
            let word = ActionStatus.State.Word(rawValue: state ?? Self.usualState) ?? .failed
            ids = try several.all(of: kind, in: word).map(\.id.description)
        }
        let (changes, json) = try several.change(ids) {
            Method.RetryActions($0, isOnce: kind != nil)
        }
        let before = kind == nil ? 0 : changes.count(where: \.wasRetriedBefore)
        let refused = changes.filter { $0.refusal != nil && (kind == nil || !$0.wasRetriedBefore) }
        for words in refused.compactMap(\.refusal) { Output.error.notice(words) }
        let lines = changes.filter(\.changed).map { change in
            guard let new = change.retry, let kind = change.kind, let state = change.state else {
                return "\(change.id): retried".printable
            }
            return "\(new) \(kind): \(state), retry of \(change.id)".printable
        }
        if output.json || !lines.isEmpty {
            try output.print(json: json, text: lines.joined(separator: "\n"))
        } else if refused.isEmpty {
            try Output.standard.print(
                "no actions to retry" + why(several, retriedBefore: before)
            )
        }
        guard refused.isEmpty else {
            throw CommandFailure.no("\(refused.count) actions were not retried")
        }
    }

    /// The reason why there are none, as the end of a sentence.
    ///
    /// Interrupted actions are counted, but not retried: they have not failed, and their sender
    /// decides whether they run again.
    private func why(_ several: SeveralActions, retriedBefore before: Int) throws -> String {
        if before > 0 { return ": \(before) \(before == 1 ? "was" : "were") retried before" }
        guard state == nil else { return "" }
        let count = try several.all(of: kind, in: .interrupted).count
        guard count > 0 else { return "" }
        return ": none has failed; \(count) \(count == 1 ? "was" : "were") interrupted, which "
            + "'--state \(ActionStatus.State.Word.interrupted)' retries"
    }
}
