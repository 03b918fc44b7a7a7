internal import ArgumentParser
internal import Glibc
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwaySystem
internal import SlipwayVarlink

/// `slipway logs` shows what a service and its programs wrote to the journal.
struct Logs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Show what an operation, an action or the whole service wrote to the journal.",
        discussion: """
            Runs journalctl(1) for the unit of the service, which no other process can claim to be \
            in; what follows '--' is handed to it, as in 'slipway logs web -- --since -1h'. Where \
            the service writes no journal, it says where the lines are.
            """
    )

    @Argument(
        help: """
            The operation, program or kind of action, or the identity of an action or its beginning \
            (default: the whole service).
            """,
        completion: .service(.names)
    )
    var name: String?

    @Flag(name: [.short, .long], help: "Go on with new entries as they come.")
    var follow = false

    @Option(name: [.short, .long], help: "Show only so many of the last entries.")
    var number: Int?

    @Flag(help: "Show only what was written since the service was started this time.")
    var current = false

    @Option(
        help: ArgumentHelp(
            "The unit of a service that does not run (default: slipway@NAME.service, of '--app').",
            valueName: "name"
        )
    )
    var unit: String?

    @Argument(parsing: .postTerminator, help: "Further arguments of journalctl.")
    var further: [String] = []

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if let number, number < 0 { throw ValidationError("'--number' is at least 0.") }
    }

    func run() throws {
        var words = ["journalctl"]
        if follow { words.append("--follow") }
        if let number { words.append("--lines=\(number)") }
        let client = try connection.observingIfThere()
        let id = try client.flatMap { try identity($0) }
        if id == nil { client.map(noteUnknown) }
        words += try LogSearch(in: place(client), onlyCurrent: current).arguments(for: name, id: id)
        words += further
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execvp("journalctl", &pointers)
        throw CommandFailure.cannot("cannot run journalctl: \(ErrorNumber.current)")
    }

    /// The identity of the action that the name is the beginning of; `nil` for none.
    private func identity(_ client: ControlClient) throws -> String? {
        guard let name, !Identity.isOne(name) else { return nil }
        return try NameSearch(client).action(name).map { try ActionReply($0).action.id.description }
    }

    /// Says which name was probably meant: the journal may know one that the service has no more, so
    /// that it is looked for all the same.
    private func noteUnknown(_ client: ControlClient) {
        guard let name, !Identity.isOne(name),
            case .refused(let error) = NameSearch(client).failure(name, "show")
                as? ControlClientError,
            case .noSuchOperation(_, let nearest?) = LaunchRefusal(error)
        else { return }
        Output.error.notice("the service has no '\(name)' now; did you mean '\(nearest)'?")
    }

    /// The place of the lines: the daemon knows it; of a stopped one it is most likely the unit of
    /// its instance.
    private func place(_ client: ControlClient?) throws -> LogPlace {
        if let unit { return LogPlace(isJournal: true, unit: unit) }
        if let client {
            let status = try client.call(Method.GetStatus()).status
            return status.log ?? LogPlace(isJournal: true, unit: UnitState.instance(status.name))
        }
        guard let app = connection.app else {
            throw CommandFailure.cannot(
                "the service is not running; name it with '--app', or its unit with '--unit'"
            )
        }
        return LogPlace(isJournal: true, unit: UnitState.instance(app))
    }
}
