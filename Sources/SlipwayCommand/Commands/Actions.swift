internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON
internal import SlipwayRecords

/// `slipway actions` answers "what was sent, and what became of it?".
struct Actions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "List launch actions, show one of them, or let go of those that have ended.",
        discussion: """
            The list is in the order of their coming: those that have not ended, and those that \
            have, for a week where they are kept on disk. The payload and the key of one are shown \
            to the user who sent it, and to operators. '--purge' takes the right to operate.
            """
    )

    @Argument(help: "The identity of an action (default: all of them).")
    var id: String?

    @Option(help: "Only actions of this kind.")
    var kind: String?

    @Option(help: "Only actions in this state, such as waiting, running, done or failed.")
    var state: String?

    @Flag(help: "Let go of the records of all actions that have ended, and of their keys.")
    var purge = false

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let state, !ActionStatus.State.words.contains(state) {
            let words = ActionStatus.State.words.joined(separator: ", ")
            throw ValidationError("'--state' is one of \(words), not '\(state)'.")
        }
        if id != nil || purge, kind != nil || state != nil || (id != nil && purge) {
            throw ValidationError(
                "An identity, '--purge', and '--kind' or '--state' exclude each other."
            )
        }
    }

    func run() throws {
        if purge { return try letGo() }
        let client = try connection.observing()
        if let id { try show(id, client) } else { try list(client) }
    }

    private func letGo() throws {
        let reply = try connection.control().call(.purgeActions)
        let count = try LaunchReply.purged(in: reply)
        try output.print(
            json: reply,
            text: count == 1 ? "1 record purged" : "\(count) records purged"
        )
    }

    private func list(_ client: ControlClient) throws {
        var listing = ActionListing(kind: kind, state: state)
        var actions: [ActionStatus] = []
        var records: [JSON] = []
        repeat {
            let reply = try client.call(.listActions(listing))
            let page = try ActionPage(reply)
            actions += page.actions
            records += reply["actions"]?.arrayValue ?? []
            listing.after = page.next
        } while listing.after != nil
        try output.print(
            json: .array(records),
            text: actions.isEmpty
                ? "no actions"
                : ActionTable.lines(actions, now: .now, style: .standard).joined(separator: "\n")
        )
    }

    private func show(_ id: String, _ client: ControlClient) throws {
        let reply = try client.call(.getAction(id: id))
        let text = ActionText(reply: try ActionReply(reply))
        try output.print(json: reply, text: text.text)
    }
}
