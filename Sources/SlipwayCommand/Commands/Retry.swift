internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayRecords

/// `slipway retry` sends an action again that has ended.
struct Retry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Send a launch action again that has ended.",
        discussion: """
            The new action has the kind, the payload and the sender of the old one, and an identity \
            of its own. Takes the right to operate, and a service that keeps actions on disk. The \
            payload is there for a day after the end, or until a purge; what is kept in memory has \
            none any more once it has ended.
            """
    )

    @Argument(help: "The identity of the action that has ended.")
    var id: String

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let reply = try connection.control().call(.retryAction(id: id))
        let action = try SubmitReply(reply).action
        try output.print(
            json: reply,
            text: "\(action.id) \(action.kind): \(action.sentence)".printable
        )
    }
}
