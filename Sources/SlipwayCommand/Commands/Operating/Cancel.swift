internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway cancel` cancels an operation or an action.
struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "cancel",
        abstract: "Cancel an operation, a group as a whole, or launch actions.",
        discussion: """
            What is pending ends at once, what runs is asked to. What requires an operation is \
            skipped; if it is a required one, the launch fails. Who sent an action may cancel it; \
            all else takes the right to operate. Exits with 1 if it had ended before.

            Several identities are cancelled at once, each by itself. 'slipway cancel --kind pay' \
            cancels all of the kind that have not ended, with '--state waiting' those that have not \
            begun. It exits with 1 if one of them may not be cancelled.
            """
    )

    @Argument(
        help: "The operation or group, or the actions' identities or their beginnings.",
        completion: .service(.cancellable)
    )
    var names: [String] = []

    @Option(
        help: "All actions of this kind, in place of names.",
        completion: .service(.kinds)
    )
    var kind: String?

    @Option(
        help: "With '--kind': waiting or running (default: both).",
        completion: .list(["waiting", "running"])
    )
    var state: String?

    @Option(help: "Why, for the log; at most 1024 bytes.")
    var reason: String?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    private static let states = [ActionStatus.State.Word.waiting, .running]

    func validate() throws {
        guard names.isEmpty != (kind == nil) else {
            throw ValidationError("Give names or identities, or '--kind'.")
        }
        if let state {
            if kind == nil { throw ValidationError("'--state' goes with '--kind'.") }
            if !Self.states.map(\.rawValue).contains(state) {
                throw ValidationError("'--state' is waiting or running, not '\(state)'.")
            }
        }
        if let reason, reason.utf8.count > TextLimit.reason {
            throw ValidationError("'--reason' has at most \(TextLimit.reason) bytes.")
        }
    }

    func run() throws {
        let client = try connection.control()
        if names.count == 1, let name = names.first { return try cancel(name, client) }
        try cancelSeveral(SeveralActions(client: client))
    }

    private func cancel(_ name: String, _ client: ControlClient) throws {
        let answer = try reply(to: name, client)
        // The replies of both methods are alike.
        let reply = try Method.CancelAction.reply(answer)
        let state = reply.state
        guard reply.changed else {
            throw CommandFailure.no(
                "cannot cancel '\(name)': it has ended" + (state.map { ": \($0)" } ?? "")
            ).adding(advice(name, client))
        }
        try output.print(json: answer, text: "'\(name)' \(Self.words(state))".printable)
    }

    private static func words(_ state: String?) -> String {
        state == "cancelled" ? "is cancelled" : "was asked to end"
    }

    private func cancelSeveral(_ several: SeveralActions) throws {
        var ids = names
        if let kind {
            // Waiting actions come first, so that none of them begins when a running one has ended.
            let states = Self.states.filter { state == nil || $0.rawValue == state }
            ids = try states.flatMap { try several.all(of: kind, in: $0) }.map(\.id.description)
        }
        let (changes, json) = try several.change(ids) {
            Method.CancelActions($0, reason: reason)
        }
        // With `--kind`, an action that has ended meanwhile is no failure.
        let failed = changes.filter { !$0.changed && ($0.refusal != nil || kind == nil) }
        for change in failed {
            let words = change.refusal ?? "cannot cancel '\(change.id)': it has ended"
            Output.error.notice(words + (change.state.map { ": \($0)" } ?? ""))
        }
        let lines = changes.filter(\.changed).map { change in
            "\(change.id) \(change.kind ?? "") \(Self.words(change.state))".printable
        }
        if output.json || !lines.isEmpty || failed.isEmpty {
            try output.print(
                json: json,
                text: lines.isEmpty ? "no actions to cancel" : lines.joined(separator: "\n")
            )
        }
        guard failed.isEmpty else {
            throw CommandFailure.no("\(counted(failed.count, "action")) not cancelled")
        }
    }

    /// The way to end a program, if the name is that of an operation that started one: the
    /// operation itself has ended once its program is ready.
    private func advice(_ name: String, _ client: ControlClient) -> String? {
        guard !Identity.isOne(name), NameSearch(client).runsProgram(name) else { return nil }
        return "'slipway stop \(name)' ends its program"
    }

    /// Cancels the operation of that name; if there is none, the action whose identity begins with
    /// the name.
    private func reply(to name: String, _ client: ControlClient) throws -> JSON {
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
