internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// `slipway watch` shows a launch as it happens.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "watch",
        abstract: "Show the launch as it happens.",
        discussion: """
            On a terminal a live waterfall: a row for each operation, with a bar on a time axis; what \
            runs, went wrong or waits comes first where there is no room for all; 'q' leaves it, with 0. Elsewhere, and with \
            '--lines', a line for each event, with the time since the process started. '--json' prints \
            the replies of the method Watch, each on a line.

            A launch that starts is watched until it is ready, and the exit code is that of 'slipway \
            wait'; one that is ready until it has ended. '--follow' goes on with the next launch, until \
            Ctrl-C. Waits also for a daemon that does not run yet, and goes on with the next generation \
            after a reload.

            \(CommandFailure.exitCodes)
            """
    )

    @Option(
        help: """
            When to end: when it is 'ready', at its 'end', or 'never' (default: ready for a launch that \
            starts, otherwise end).
            """
    )
    var until: WatchEnd?

    @Flag(help: "The same as '--until never'.")
    var follow = false

    @Flag(help: "Print lines, also on a terminal.")
    var lines = false

    @OptionGroup var strict: StrictOptions
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// The interval between two searches for a daemon.
    private static let interval = Duration.milliseconds(100)
    /// The interval between two questions for the number of a launch, while the daemon does not
    /// answer.
    private static let questionInterval = Duration.seconds(2)

    func validate() throws {
        if follow, let until, until != .never {
            throw ValidationError("'--follow' and '--until \(until)' exclude each other.")
        }
        if lines, output.json {
            throw ValidationError("'--lines' and '--json' exclude each other.")
        }
    }

    func run() throws {
        let display = display
        do {
            let (words, isDegraded) = try watch(display)
            try display.end(words)
            try strict.check(isDegraded: isDegraded)
        } catch let failure as CommandFailure where failure != .degraded {
            try display.end(nil)
            throw failure
        }
    }

    private var display: any WatchDisplay {
        if output.json { return WatchJSON() }
        return Output.standard.isLively && !lines ? WatchTerminal() : WatchLines()
    }

    /// Watches until the end has come, over absences of the service.
    private func watch(_ display: any WatchDisplay) throws -> (String, isDegraded: Bool) {
        var end = follow ? .never : until
        let service = ServiceWait(connection, every: Self.interval) { display.tell($0) }
        let answer = try service.answer(sleep: display.sleep) { client -> (String, Bool)? in
            display.follow(client)
            switch try see(client, &end, service, display) {
            case .yes(let words, let isDegraded): return (words, isDegraded)
            case .no(let words): throw CommandFailure.no(words)
            case .open: return nil
            }
        }
        guard let answer else { throw CommandFailure.cannot(service.lastWords) }
        return answer
    }

    /// Follows a launch, and those that replace it, until the end has come or the service is gone.
    private func see(
        _ client: ControlClient,
        _ end: inout WatchEnd?,
        _ service: ServiceWait,
        _ display: any WatchDisplay
    ) throws -> WaitGoal.Verdict {
        let launch = WatchedLaunch()
        var nextQuestion = Instant.now
        var verdict = WaitGoal.Verdict.open
        try ServiceWait.whileThere {
            try client.stream(Method.Watch()) { reply in
                let known = launch.fold.launch
                let change = try WatchReply(reply, following: known)
                if case .launch(let report) = change, report.launchID != known?.launchID {
                    try service.isThere()
                    launch.generation = nil
                    nextQuestion = .now
                }
                launch.fold.apply(change)
                if launch.generation == nil, let report = launch.fold.launch, nextQuestion <= .now {
                    launch.generation = number(of: report)
                    nextQuestion = Instant.now.advanced(by: Self.questionInterval)
                }
                guard let phase = launch.fold.phase else { return true }
                try display.take(reply, change, launch)
                let goal = end ?? WatchEnd(usualFor: phase)
                end = goal
                verdict = try goal.verdict(on: launch.fold)
                return verdict == .open
            }
        }
        return verdict
    }

    /// The number of a launch in its service, which its report does not have; `nil` if the number
    /// is not known now.
    private func number(of report: Report) -> Int? {
        guard let client = try? connection.observingIfThere(patience: .milliseconds(100)),
            let status = try? client.call(Method.GetStatus(), timeout: .seconds(1)).status,
            status.launchID == report.launchID
        else { return nil }
        return status.generation
    }
}
