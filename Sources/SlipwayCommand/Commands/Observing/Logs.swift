internal import ArgumentParser
internal import Glibc
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwaySystem
internal import SlipwayVarlink

/// `slipway logs` shows what a service and its programs wrote to the journal.
struct Logs: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "logs",
        abstract: "Show what operations, actions or the whole service wrote to the journal.",
        discussion: """
            Runs journalctl(1) for the unit of the service, which no other process can claim to be \
            in; what follows '--' is handed to it, as in 'slipway logs web -- --grep error'. Where \
            the service writes no journal, it says where the lines are.

            '--previous' shows the run of a program before its last restart; of what was not started again, \
            and of the whole service without names, the launch before this one.
            """
    )

    @Argument(
        help: """
            Operations, programs or kinds of action, or the identities of actions or their beginnings \
            (default: the whole service).
            """,
        completion: .service(.names)
    )
    var names: [String] = []

    @Flag(name: [.short, .long], help: "Go on with new entries as they come.")
    var follow = false

    @Option(name: [.short, .long], help: "Show only so many of the last entries.")
    var number: Int?

    @Option(
        help: ArgumentHelp(
            "Show only what was written since then: 90s, 2h, 14:30 or '2026-11-22 14:30'.",
            valueName: "when"
        ),
        transform: WhenArgument.init(parsing:)
    )
    var since: WhenArgument?

    @Flag(help: "Show only what was written since the service was started this time.")
    var current = false

    @Flag(help: "Show the run before the last restart, or the launch before this one.")
    var previous = false

    @Option(
        help: ArgumentHelp(
            "The unit of a service that does not run (default: slipway@NAME.service, of '--app').",
            valueName: "name"
        )
    )
    var unit: String?

    /// The arguments after `--` on the command line; see ``ArgumentOrder/withoutTerminator(_:)``.
    @Option(name: .customLong("journal-argument"), help: .hidden)
    var further: [String] = []

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if let number, number < 0 { throw ValidationError("'--number' is at least 0.") }
        if previous, current || follow {
            throw ValidationError(
                "'--previous' and '\(current ? "--current" : "--follow")' exclude each other."
            )
        }
    }

    func run() throws {
        try Output.standard.checkOpen()
        var words = ["journalctl"]
        if follow { words.append("--follow") }
        if let number { words.append("--lines=\(number)") }
        if let since { words.append("--since=@\(since.date.microseconds / 1_000_000)") }
        let client = try connection.observingIfThere()
        let search = try LogSearch(in: place(client), onlyCurrent: current)
        words += try search.arguments(
            for: previous ? before(client) : names.map { try subject($0, client, search) }
        )
        words += further
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execvp("journalctl", &pointers)
        throw CommandFailure.cannot("cannot run journalctl: \(ErrorNumber.current)")
    }

    /// The lines that a name stands for; the beginning of an action's identity is made whole.
    ///
    /// - Throws: Neither the service nor its journal knows the name.
    private func subject(
        _ name: String,
        _ client: ControlClient?,
        _ search: LogSearch
    ) throws -> LogSearch.Subject {
        guard let client else {
            // With `--follow` lines of the name may still come.
            if !follow, search.hasLines(of: name) == false {
                throw CommandFailure.no(
                    "the service does not run, and its journal has no line of '\(name)'"
                )
            }
            return .named(name)
        }
        let questions = NameSearch(client)
        if let action = try questions.action(name).map({ try ActionReply(reply: $0).action }) {
            return .named(name, id: action.id.description)
        }
        if case .noSuchOperation(_, let nearest)? = questions.refusal(name) {
            let advice = nearest.map { "; did you mean '\($0)'?" } ?? ""
            // The journal may have lines of a name that the service does not know any more.
            guard search.hasLines(of: name) ?? true else {
                throw CommandFailure.no(
                    "neither the service nor its journal knows '\(name)'\(advice)"
                )
            }
            if !advice.isEmpty { Output.error.notice("the service has no '\(name)' now\(advice)") }
        }
        return .named(name)
    }

    // MARK: Before the present

    /// The runs of programs before their last starts, or the launch before this one.
    private func before(_ client: ControlClient?) throws -> [LogSearch.Subject] {
        guard let client else {
            throw CommandFailure.cannot(
                "the service is not running: its last launch is shown without '--previous'"
            )
        }
        let report = try client.call(Method.GetReport(actions: 0)).launch
        guard !names.isEmpty else { return [.launch(try launch(before: report, client), of: nil)] }
        return try names.map { name in
            guard let run = report.programs.first(where: { $0.name == name })?.earlier.last,
                let pid = run.pid
            else { return .launch(try launch(before: report, client), of: name) }
            let ago = max(run.endedAt.duration(to: .now), .zero).coarseTimespan
            let reason = run.reason.map { ": \($0)" } ?? ""
            Output.error.notice("'\(name)', process \(pid), which ended \(ago) ago\(reason)")
            return .run(name, pid: pid)
        }
    }

    /// The identity of the launch before the present one.
    private func launch(before report: Report, _ client: ControlClient) throws -> String {
        let method = Method.ListLaunches(count: 1, before: report.launchID)
        guard let launch = try client.call(method).launches.first else {
            throw CommandFailure.no("no earlier launch is stored; see 'slipway history'")
        }
        let now = Calendar.now.date(of: .now)
        let began = Duration.microseconds(launch.startedAt).timeText(now: now)
        Output.error.notice(
            "launch \(launch.launchID.prefix(8)) of \(began), which \(launch.end.sentence)"
        )
        return launch.launchID
    }

    /// The place of the lines, as the daemon tells it.
    ///
    /// Of a service that does not run, most likely the unit of its instance.
    private func place(_ client: ControlClient?) throws -> LogPlace {
        if let unit {
            return LogPlace(isJournal: true, unit: unit, isUserUnit: connection.user)
        }
        if let log = try client?.call(Method.GetStatus()).status.log { return log }
        if let unit = connection.unit() {
            return LogPlace(isJournal: true, unit: unit.unit, isUserUnit: unit.owner == .user)
        }
        guard let app = connection.app else {
            throw CommandFailure.cannot(
                "the service is not running; name it with '--app', or its unit with '--unit'"
            )
        }
        return LogPlace(
            isJournal: true,
            unit: UnitState.instance(app),
            isUserUnit: connection.user
        )
    }
}

extension RecordedLaunch.End {
    /// The end of the launch, as a predicate.
    fileprivate var sentence: String {
        switch self {
        case .running: "runs"
        case .stopped: "was stopped"
        case .failed: "failed"
        case .crashed: "crashed"
        }
    }
}
