internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway cancel` cancels an operation or an action.
struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel an operation, a group as a whole, or a launch action.",
        discussion: """
            What is pending ends at once, what runs is asked to. What requires an operation is \
            skipped; if it is a required one, the launch fails. Who sent an action may cancel it; \
            all else takes the right to operate. Exits with 1 if it had ended before.
            """
    )

    @Argument(
        help: "The operation or group, or the action's identity or its beginning.",
        completion: .service(.cancellable)
    )
    var name: String

    @Option(help: "Why, for the log; at most 1024 bytes.")
    var reason: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let reason, reason.utf8.count > TextLimit.reason {
            throw ValidationError("'--reason' has at most \(TextLimit.reason) bytes.")
        }
    }

    func run() throws {
        let client = try connection.control()
        let answer = try cancel(client)
        // The replies of both methods are alike.
        let reply = try Method.CancelAction.reply(answer)
        let state = reply.state
        guard reply.changed else {
            throw CommandFailure.no(
                "cannot cancel '\(name)': it has ended" + (state.map { ": \($0)" } ?? "")
            ).adding(advice(client))
        }
        let words = state == "cancelled" ? "is cancelled" : "was asked to end"
        try output.print(json: answer, text: "'\(name)' \(words)".printable)
    }

    /// An operation that started a program has ended once that is ready.
    private func advice(_ client: ControlClient) -> String? {
        guard !Identity.isOne(name), NameSearch(client).runsProgram(name) else { return nil }
        return "'slipway stop \(name)' ends its program"
    }

    /// Cancels the operation of that name; if there is none, the action whose identity begins so.
    private func cancel(_ client: ControlClient) throws -> JSON {
        let action = Method.CancelAction(name, reason: reason)
        if Identity.isOne(name) { return try client.answer(to: action) }
        do {
            return try client.answer(to: Method.CancelOperation(name, reason: reason))
        } catch ControlClientError.refused(let error) {
            guard case .noSuchOperation = LaunchRefusal(error) else {
                throw ControlClientError.refused(error)
            }
            if Identity.isBeginning(name) { return try client.answer(to: action) }
            let failure = NameSearch(client).failure(name, "cancel")
            if let failure { throw failure }
            throw ControlClientError.refused(error)
        }
    }
}
