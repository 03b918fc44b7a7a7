internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport
internal import SlipwayVarlink

/// `slipway wait` waits for the launch, an operation or an action.
struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "wait",
        abstract: "Wait until the launch is ready, or an operation or action has ended.",
        discussion: """
            Waits also for a daemon that does not run yet, and says so on stderr after a second; it \
            ends if systemd has given its unit up. On a terminal one line of stderr says what is waited \
            for, until the answer is there. Exits with 1 if what it waits for cannot \
            come any more, because it failed, and with 3 if the timeout passes first. '--json' \
            prints what was waited for as it is then. A degraded launch or operation is there; with \
            '--strict' it exits with 4.

            \(CommandFailure.exitCodes)
            """
    )

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "'ready', an operation, or an action's identity or its beginning.",
            valueName: "ready|name"
        ),
        completion: .service(.goals)
    )
    var target = "ready"

    @Option(
        help: "How long to wait, such as 30s (default: as long as it takes).",
        transform: TimeoutArgument.init(parsing:)
    )
    var timeout: TimeoutArgument?

    @OptionGroup var strict: StrictOptions
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// The interval between two searches for a daemon.
    private static let interval = Duration.milliseconds(50)
    /// The time to see the present state, so that a timeout of zero still gets an answer.
    private static let firstAnswer = Duration.seconds(1)

    func run() throws {
        let deadline = timeout.map { Instant.now.advanced(by: $0.duration) }
        var goal = WaitGoal(target)
        let line = LiveLine(on: .error, isWanted: !output.json)
        // A missing daemon may start, and one that ended may be started again.
        let service = ServiceWait(connection, until: deadline, every: Self.interval) {
            if !output.json { line.tell($0) }
        }
        let came = try service.answer(sleep: line.sleep) {
            try sight(of: &goal, $0, until: deadline, service, line)
        }
        guard let came else { throw CommandFailure.late(timedOut(service.lastWords)) }
        line.erase()
        try output.print(json: goal.record(in: came.seen), text: came.words.printable)
        try strict.check(isDegraded: came.isDegraded)
    }

    /// The goal, once it was reached, with the launch at that moment.
    private typealias Came = (words: String, isDegraded: Bool, seen: WaitGoal.Seen)

    private func sight(
        of goal: inout WaitGoal,
        _ client: ControlClient,
        until deadline: Instant?,
        _ service: ServiceWait,
        _ line: LiveLine
    ) throws -> Came? {
        guard let seen = try see(&goal, client, until: deadline, service, line) else { return nil }
        line.words = { _ in nil }
        switch try goal.verdict(on: seen) {
        case .yes(let words, let isDegraded): return (words, isDegraded, seen)
        case .no(let words): throw CommandFailure.no(words)
        case .open: return nil
        }
    }

    /// The launch once the goal is decided, or as last seen when the daemon ended; `nil` if the
    /// daemon ended before its first answer.
    private func see(
        _ goal: inout WaitGoal,
        _ client: ControlClient,
        until deadline: Instant?,
        _ service: ServiceWait,
        _ line: LiveLine
    ) throws -> WaitGoal.Seen? {
        var seen: WaitGoal.Seen?
        line.follow(client)
        do {
            try ServiceWait.whileThere {
                let first = try goal.ask(
                    client,
                    timeout: max(rest(until: deadline), Self.firstAnswer)
                )
                seen = first
                try service.isThere()
                let found =
                    try goal.find(
                        in: first,
                        NameSearch(client, timeout: max(rest(until: deadline), Self.firstAnswer))
                    ) ?? first
                guard case .open = try goal.verdict(on: found) else {
                    seen = found
                    return
                }
                var last: Report?
                line.words = { [goal] now in last.flatMap { goal.progress(in: $0, at: now) } }
                try follow(client, until: deadline) { report in
                    last = report
                    seen = .report(report)
                    guard case .open = try goal.verdict(on: .report(report)) else { return false }
                    return true
                }
            }
        } catch ControlClientError.timedOut where timeout != nil {
            let blocker = seen.flatMap(goal.blocker)
            throw CommandFailure.late(timedOut(blocker.map(\.place)))
                .adding(AskedService.current?.held.map { "\($0)" })
        }
        return seen
    }

    /// Follows the launch until it ends or `onChange` returns `false`.
    private func follow(
        _ client: ControlClient,
        until deadline: Instant?,
        onChange: (Report) throws -> Bool
    ) throws {
        var fold = ReportFold()
        try client.stream(
            Method.Watch(),
            timeout: deadline == nil ? nil : rest(until: deadline)
        ) { reply in
            fold.apply(try WatchReply(reply, following: fold.report))
            return try fold.report.map(onChange) ?? true
        }
    }

    /// The time left, not negative; without a deadline, the limit of one answer.
    private func rest(until deadline: Instant?) -> Duration {
        deadline.map { max(Instant.now.duration(to: $0), .zero) } ?? ControlClient.patience
    }

    private func timedOut(_ last: String?) -> String {
        let limit = timeout?.duration ?? .zero
        // With a timeout of zero no time has passed that could be told.
        let start = limit == .zero ? "" : "timed out after \(limit.timespan): "
        let end = last.map { "; \($0)" } ?? ""
        return "\(start)'\(target)' has not come yet\(end)"
    }
}

extension Explanation.Step {
    /// The step in words: `the launch is at 'web', running: has not said READY=1 (sd_notify)`.
    fileprivate var place: String {
        "the launch is at '\(name)', \(state)" + (detail.map { ": \($0)" } ?? "")
    }
}
