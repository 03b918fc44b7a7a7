internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON

/// `slipway actions` answers "what was sent, and what became of it?".
struct Actions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the launch actions that the launch knows, in the order of their coming."
    )

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        // The report rather than the list: with the zero of its times, waits can go on up to now.
        let reply = try connection.connect().call(.getReport)
        let actions = try LaunchReply.launch(in: reply).actions
        try output.print(
            json: reply["launch"]?["actions"] ?? [],
            text: actions.isEmpty
                ? "no actions"
                : ActionTable.lines(actions, now: .now, style: .standard).joined(separator: "\n")
        )
    }
}
