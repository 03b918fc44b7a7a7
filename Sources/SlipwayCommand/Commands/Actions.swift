internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON
internal import SlipwayRecords

/// `slipway actions` answers "what was sent, and what became of it?".
struct Actions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "List the launch actions that the launch knows, or show one of them.",
        discussion: """
            The list is in the order of their coming. The payload and the key of one are shown to \
            the user who sent it, and to operators.
            """
    )

    @Argument(help: "The identity of an action (default: all of them).")
    var id: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.observing()
        if let id { try show(id, client) } else { try list(client) }
    }

    private func list(_ client: ControlClient) throws {
        // The report, not the list: it has the zero of the times, so open waits are shown up to
        // now.
        let reply = try client.call(.getReport)
        let actions = try LaunchReply.launch(in: reply).actions
        try output.print(
            json: reply["launch"]?["actions"] ?? [],
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
