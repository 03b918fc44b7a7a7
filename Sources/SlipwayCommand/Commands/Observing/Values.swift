internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// `slipway values` answers "what would it start with, without its servers?".
struct Values: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "values",
        abstract: "List the values of operations that are kept for fallbacks, or forget one.",
        discussion: """
            They are the last good values of operations with 'fallback: { cached: … }', and belong \
            to what they came from: the URL, or the command, and a digest of all that decides what it \
            gives. The values themselves are not shown. Takes the right to operate.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Let go of what is kept of this operation; the running launch keeps what it has.",
            valueName: "name"
        ),
        completion: .service(.operations)
    )
    var forget: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.control()
        guard let forget else { return try list(client) }
        let reply = try client.answer(to: Method.ForgetValue(forget))
        guard try Method.ForgetValue.reply(reply).wasKept else {
            throw CommandFailure.no(
                "no value of '\(forget)' is kept; 'slipway values' lists those that are"
            )
        }
        try output.print(json: reply, text: "the kept value of '\(forget)' is forgotten")
    }

    private func list(_ client: ControlClient) throws {
        let reply = try client.answer(to: Method.ListValues())
        let values = try Method.ListValues.reply(reply).values
        try output.print(
            json: reply["values"] ?? [],
            text: values.isEmpty
                ? "no values"
                : ValueText.lines(values, now: WallTime.microseconds).joined(separator: "\n")
        )
    }
}
