internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway send` sends a launch action.
struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "send",
        abstract: "Send a launch action, whether or not the service is ready.",
        discussion: """
            KEY=VALUE gives text, KEY:=JSON any other value: 'slipway send open-url \
            url=https://example.org tab:=2'. A lone '-' reads the whole payload from stdin.

            What the service holds in memory only is lost when it ends; the output says so.

            With '--wait running' or 'done' each change of the action is printed; on a terminal one line \
            says what it waits for, and the last change is printed.

            If the daemon goes away or takes no connection, the action is sent again until the \
            timeout passes, or for 10s without one: its key makes all tries one action. A service \
            that has no socket at the first try is not waited for without a timeout. While systemd \
            starts the service, or starts it again, it is waited for in any case until it takes the \
            action, and stderr says so; once its unit has failed for good the command ends, and says why.

            A service that restarts keeps what it has stored: '--wait running' and 'done' go on with \
            its next launch, and start no service that was stopped. They end if there is none until \
            the timeout passes, or for 10s without one. A service that goes away, and that is back, \
            is told on stderr at once.

            Exits with 1 if the action is refused or fails, with 3 if the timeout passes or the \
            service stops first and does not start again (the action is then still accepted, unless \
            the daemon did not answer), and with 2 if no daemon takes it.
            """
    )

    @Argument(help: "A kind of action that the service declares.", completion: .service(.kinds))
    var kind: String

    @Argument(
        help: ArgumentHelp("The payload.", valueName: "KEY=VALUE"),
        completion: .service(.payload)
    )
    var values: [String] = []

    @Option(help: ArgumentHelp("The payload as a JSON object.", valueName: "json"))
    var payload: String?

    @Option(help: "What to wait for: accepted, running or done.")
    var wait = Method.Submit.Wait.accepted

    @Option(
        help: "How long to wait, such as 30s (default: as long as it takes).",
        transform: TimeoutArgument.init(parsing:)
    )
    var timeout: TimeoutArgument?

    @Option(
        help: """
            Makes sending it again harmless: the same key (256 bytes) is the same action (default: \
            a new one).
            """
    )
    var key: String?

    @Flag(help: "Send without a key, and so not again once a daemon may have taken it.")
    var noKey = false

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if key != nil, noKey {
            throw ValidationError("'--key' and '--no-key' exclude each other; give one.")
        }
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
        let request = try request()
        let line = LiveLine(on: .error, isWanted: !output.json && wait != .accepted)
        let progress = ActionProgress { try connection.observingIfThere(patience: .zero) }
        line.words = { progress.words(at: $0) }
        let changes = ChangeOutput(line)
        let sending = ActionSending(
            request,
            isKeyMade: key == nil && !noKey,
            findSocket: connection.controlPath,
            observe: { try connection.observingIfThere() },
            askUnit: { connection.unit() },
            line: line,
            onReply: { reply in
                progress.take(reply, waitingFor: wait)
                if !output.json { try changes.take(outcome(reply)) }
            },
            onChange: { news in
                progress.forget()
                if !output.json { line.tell(news) }
            }
        )
        let reply: JSON
        defer { line.erase() }
        do {
            reply = try sending.run()
            line.erase()
            try changes.finish()
        } catch ControlClientError.refused(let refusal) {
            let hint: (any Error)? = PayloadHint(refusal, arguments: values)
            throw hint ?? ControlClientError.refused(refusal)
        } catch let failure as CommandFailure where sending.isAway {
            throw failure.adding(connection.unit()?.words)
        }
        if let failure = try printed(reply).lastFailure {
            throw failure.adding(sending.reason)
                .adding(sending.isAway ? connection.unit()?.words : nil)
        }
    }

    private func request() throws -> Method.Submit {
        Method.Submit(
            kind: kind,
            payload: readsInput
                ? try PayloadArguments.payload(reading: Input.standard)
                : try PayloadArguments.payload(values, json: payload),
            key: noKey ? nil : key ?? Identity.make(),
            wait: wait,
            timeout: timeout?.duration
        )
    }

    /// Prints the last reply, or the answer of the handler in it.
    private func printed(_ reply: JSON) throws -> SendOutcome {
        let end = try SubmitReply(reply: reply)
        if output.json {
            try Output.standard.print(reply.text())
        } else if let value = end.result.output {
            try Output.standard.print(value.plainText)
        }
        return outcome(end)
    }

    private func outcome(_ reply: SubmitReply) -> SendOutcome {
        var reply = reply
        // The command tells that an action was sent before only to a sender who chose the key.
        if key == nil { reply.isDuplicate = false }
        return SendOutcome(reply: reply, wait: wait, timeout: timeout?.duration)
    }

    private var readsInput: Bool { values.contains("-") }
}

extension JSON {
    /// A text as it is, each line made safe to print; anything else as JSON.
    fileprivate var plainText: String {
        guard case .string(let text) = self else { return compact.printable }
        return text.textLines.map { String($0).printable }.joined(separator: "\n")
    }
}

extension Method.Submit.Wait: ExpressibleByArgument {}
