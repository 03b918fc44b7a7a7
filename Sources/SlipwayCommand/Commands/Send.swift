internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON
internal import SlipwayRecords

/// `slipway send` sends a launch action.
struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a launch action, whether or not the service is ready.",
        discussion: """
            KEY=VALUE gives text, KEY:=JSON any other value: 'slipway send open-url \
            url=https://example.org tab:=2'. A lone '-' reads the whole payload from stdin.

            Exits with 1 if the action is refused or fails, and with 3 if the timeout passes first; \
            the action is then still accepted.
            """
    )

    @Argument(help: "A kind of action that the service declares.")
    var kind: String

    @Argument(help: ArgumentHelp("The payload.", valueName: "KEY=VALUE"))
    var values: [String] = []

    @Option(help: ArgumentHelp("The payload as a JSON object.", valueName: "json"))
    var payload: String?

    @Option(help: "What to wait for: accepted, running or done.")
    var wait = SubmitRequest.Wait.accepted

    @Option(
        help: "How long to wait, such as 30s (default: as long as it takes).",
        transform: TimeoutArgument.init(parsing:)
    )
    var timeout: TimeoutArgument?

    @Option(help: "Makes sending it again harmless: the same key (256 bytes) is the same action.")
    var key: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let key, key.utf8.count > TextLimit.key {
            throw ValidationError("'--key' has at most \(TextLimit.key) bytes.")
        }
        if readsInput {
            guard values.count == 1, payload == nil else {
                throw ValidationError("'-' is the whole payload; give nothing beside it.")
            }
        } else {
            _ = try PayloadArguments.payload(values, json: payload)
        }
    }

    func run() throws {
        let payload =
            readsInput
            ? try PayloadArguments.payload(reading: Input.standard)
            : try PayloadArguments.payload(values, json: payload)
        let request = SubmitRequest(
            kind: kind,
            payload: payload,
            key: key,
            wait: wait,
            timeout: timeout?.duration
        )
        let reply = try connection.control().call(.submit(request), timeout: patience)
        let submitted = try SubmitReply(reply)
        let outcome = SendOutcome(reply: submitted, wait: wait, timeout: timeout?.duration)
        guard let failure = outcome.failure else {
            return try output.print(json: reply, text: outcome.text.printable)
        }
        if output.json { try Output.standard.print(reply.pretty) }
        throw failure
    }

    private var readsInput: Bool { values.contains("-") }

    /// The daemon enforces the timeout; the client waits longer, so that the daemon can report it.
    private var patience: Duration? {
        if let timeout { return timeout.duration + .seconds(45) }
        return wait == .accepted ? .seconds(45) : nil
    }
}

extension SubmitRequest.Wait: ExpressibleByArgument {}
