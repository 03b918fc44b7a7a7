internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway actions` answers "what was sent, and what became of it?".
struct Actions: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "actions",
        abstract: "List launch actions, show one of them, or let go of those that have ended.",
        discussion: """
            The list has the newest first: those that have not ended, and those that have, for a \
            week where they are kept on disk. It says how many there are in each state, and what is \
            due when: the next attempt, or the end of the time that one may wait. It shows the \
            beginnings of identities, which are enough wherever an identity is asked for; '--json' has \
            them whole, in the order of their coming, and who sent each. The payload and the key of one, \
            and what its handler left, are shown to the user who sent it, and to operators. '--purge' \
            takes the right to operate.
            """
    )

    @Argument(
        help: "The identity of an action, or its beginning (default: all of them).",
        completion: .service(.actions(ended: nil))
    )
    var id: String?

    @Option(help: "Only actions of this kind.", completion: .service(.kinds))
    var kind: String?

    @Option(
        help: "Only actions in this state, such as waiting, running, done or failed.",
        completion: .list(ActionStatus.State.Word.allCases.map(\.rawValue))
    )
    var state: String?

    @Option(
        name: [.short, .long],
        help: "Only so many of the latest, from 1 to \(Method.ListActions.limit)."
    )
    var limit: Int?

    @Option(
        help: ArgumentHelp(
            """
            Only those that came since then: 90s or '2h ago', 14:30 of today, 2026-11-22 or \
            '2026-11-22 14:30'.
            """,
            valueName: "when"
        ),
        transform: WhenArgument.init(parsing:)
    )
    var since: WhenArgument?

    @Flag(help: "Let go of the records of all actions that have ended, and of their keys.")
    var purge = false

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let state, word == nil {
            let words = ActionStatus.State.Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'--state' is one of \(words), not '\(state)'.")
        }
        if let limit, !(1...Method.ListActions.limit ~= limit) {
            throw ValidationError(
                "'--limit' is from 1 to \(Method.ListActions.limit), not \(limit)."
            )
        }
        let isList = kind != nil || state != nil || limit != nil || since != nil
        if id != nil || purge, isList || (id != nil && purge) {
            throw ValidationError(
                "An identity, '--purge', and '--kind', '--state', '--limit' or '--since' exclude "
                    + "each other."
            )
        }
    }

    func run() throws {
        if purge { return try letGo() }
        let client = try connection.observing()
        if let id { try show(id, client) } else { try list(client) }
    }

    private func letGo() throws {
        let reply = try connection.control().answer(to: Method.PurgeActions())
        let count = try Method.PurgeActions.reply(reply).purged
        try output.print(
            json: reply,
            text: "\(counted(count, "record")) purged"
        )
    }

    private var word: ActionStatus.State.Word? {
        state.flatMap { ActionStatus.State.Word(rawValue: $0) }
    }

    private func list(_ client: ControlClient) throws {
        var listing = Method.ListActions(
            kind: kind,
            state: word,
            count: limit ?? Method.ListActions.limit,
            since: since?.date,
            isLatest: limit != nil
        )
        var names = SenderNames()
        var listed: [ListedAction] = []
        var records: [JSON] = []
        repeat {
            let reply = try client.answer(to: listing)
            let page = try Method.ListActions.reply(reply)
            listed += page.listed
            if output.json {
                records += (reply["actions"]?.arrayValue ?? []).map { names.naming($0) }
            }
            listing.after = page.next
        } while listing.after != nil
        // A store that cannot be read lists no actions, though there may be some.
        if let trouble = try client.call(Method.GetStatus()).status.storage, !trouble.isRead {
            Output.error.notice(trouble.words)
        }
        try output.print(
            json: .array(records),
            text: listed.isEmpty
                ? "no actions"
                : Self.lines(listed.reversed(), isAll: limit == nil).joined(separator: "\n")
        )
    }

    private static func lines(_ listed: [ListedAction], isAll: Bool) -> [String] {
        let due = listed.compactMap { one in one.expiresAt.map { (one.status.id, $0) } }
        let actions = listed.map(\.status)
        return [ActionTable.summary(of: actions, isAll: isAll), ""]
            + ActionTable.lines(
                actions,
                now: .now,
                calendar: .now,
                expiring: Dictionary(due) { first, _ in first },
                style: .standard
            )
    }

    private func show(_ id: String, _ client: ControlClient) throws {
        let reply = try client.answer(to: Method.GetAction(id))
        var names = SenderNames()
        let action = try ActionReply(reply: reply)
        let text = ActionText(reply: action, user: action.sender.flatMap { names.name(of: $0.uid) })
        try output.print(json: names.naming(reply), text: text.text)
    }
}

extension StorageTrouble {
    /// The stored actions can be read in spite of the trouble.
    var isRead: Bool {
        switch kind {
        case .awaited, .unavailable: false
        case .failing, .filling, .damaged, .absent: true
        }
    }
}
