internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport

/// `slipway explain` answers "why is it not ready?".
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "explain",
        abstract: "Say why the launch, an operation or an action is not there yet.",
        discussion: """
            The answer is the chain of what blocks it, down to what runs now, each with the time \
            that it has taken and the time that it may take.
            """
    )

    @Argument(
        help:
            "An operation, or an action's identity, its beginning or its kind (default: the launch).",
        completion: .service(.names)
    )
    var name: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let reply = try connection.observing().answer(to: Method.Explain(name))
        let explanation = try Method.Explain.reply(reply).explanation
        try output.print(json: reply["explanation"] ?? .null, text: explanation.text)
    }
}
