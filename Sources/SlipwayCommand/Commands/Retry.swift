internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway retry` sends actions again that have ended.
struct Retry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Send launch actions again that have ended.",
        discussion: """
            A new action has the kind, the payload and the sender of the old one, and an identity of \
            its own. Users may retry what they sent, and operators everything, in a service that \
            keeps actions on disk. The payload is there for a day after the end, or until a purge; \
            what is kept in memory has none any more once it has ended.

            'slipway retry --kind pay' retries all of the kind that have failed and were not retried \
            before, with '--state interrupted' those that were interrupted while they ran. It exits \
            with 1 if one of them cannot be.
            """
    )

    @Argument(
        help: "The identity, or its beginning, of the action that has ended.",
        completion: .service(.actions(ended: true))
    )
    var id: String?

    @Option(help: "All of this kind, in place of one.", completion: .service(.kinds))
    var kind: String?

    @Option(
        help: "With '--kind': in which state (default: failed).",
        completion: .list(Self.states)
    )
    var state: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    private static let usualState = "failed"
    private static let interrupted = "interrupted"

    /// The states that an action may be retried from.
    private static let states = ActionStatus.State.Word.allCases.map(\.rawValue).filter {
        !["waiting", "running"].contains($0)
    }

    func validate() throws {
        guard (id == nil) != (kind == nil) else {
            throw ValidationError("Give the identity of an action, or '--kind'.")
        }
        guard let state else { return }
        if kind == nil { throw ValidationError("'--state' goes with '--kind'.") }
        if !Self.states.contains(state) {
            let words = Self.states.joined(separator: ", ")
            throw ValidationError("'--state' is one of \(words), not '\(state)'.")
        }
    }

    func run() throws {
        let client = try connection.control()
        if let id { return try retry(id, client) }
        try retryAll(client)
    }

    private func retry(_ id: String, _ client: ControlClient) throws {
        let reply = try client.answer(to: Method.RetryAction(id))
        let action = try SubmitReply(reply).action
        try output.print(json: reply, text: Self.line(action))
    }

    private static func line(_ action: ActionStatus) -> String {
        "\(action.id) \(action.kind): \(action.sentence)".printable
    }

    /// Retries one after the other, each at most once however often this is called.
    private func retryAll(_ client: ControlClient) throws {
        var retried: [JSON] = []
        var refusals: [String] = []
        var before = 0
        for action in try all(client, in: state ?? Self.usualState) {
            do {
                let reply = try client.answer(
                    to: Method.RetryAction(action.id.description, isOnce: true)
                )
                retried.append(reply["action"] ?? .null)
                if !output.json {
                    try Output.standard.print(Self.line(try SubmitReply(reply).action))
                }
            } catch ControlClientError.refused(let error) {
                guard let refusal = LaunchRefusal(error) else {
                    throw ControlClientError.refused(error)
                }
                if case .alreadyRetried = refusal {
                    before += 1
                    continue
                }
                refusals.append(refusal.description)
                Output.error.notice(refusal.description)
            }
        }
        if output.json { try Output.standard.print(JSON.array(retried).text()) }
        if !output.json, retried.isEmpty, refusals.isEmpty {
            try Output.standard.print("no actions to retry" + why(client, retriedBefore: before))
        }
        guard refusals.isEmpty else {
            throw CommandFailure.no("\(refusals.count) actions were not retried")
        }
    }

    /// Why there are none, as the end of a sentence: an interrupted one has not failed, and whether it
    /// is to be run again is its sender's to say.
    private func why(_ client: ControlClient, retriedBefore before: Int) throws -> String {
        if before > 0 { return ": \(before) \(before == 1 ? "was" : "were") retried before" }
        guard state == nil else { return "" }
        let count = try all(client, in: Self.interrupted).count
        guard count > 0 else { return "" }
        return ": none has failed; \(count) \(count == 1 ? "was" : "were") interrupted, which "
            + "'--state \(Self.interrupted)' retries"
    }

    /// Those that are meant, as they were accepted; new ones are not among them.
    private func all(_ client: ControlClient, in state: String) throws -> [ActionStatus] {
        var listing = Method.ListActions(kind: kind, state: .init(rawValue: state))
        var actions: [ActionStatus] = []
        repeat {
            let page = try client.call(listing)
            actions += page.actions
            listing.after = page.next
        } while listing.after != nil
        return actions
    }
}
