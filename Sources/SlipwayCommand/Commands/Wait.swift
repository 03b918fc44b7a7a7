internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON

/// `slipway wait`: tell me when it is ready.
struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wait until the launch is ready, or an operation or action has ended.",
        discussion: """
            Exits with 1 if that cannot come any more, because it failed, and also if the \
            timeout passes first.
            """
    )

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "'ready', or an operation or an action's identity.",
            valueName: "ready|name"
        )
    )
    var target = "ready"

    @Option(help: "How long to wait, such as 30s (default: as long as it takes).")
    var timeout: TimeoutArgument?

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let deadline = timeout.map { Instant.now.advanced(by: $0.duration) }
        let client = try connection.connect()
        // Asked first, so that a timeout of zero is a question for now.
        var report = try LaunchReply.launch(in: client.call(.getStatus))
        let goal = WaitGoal(target)
        if case .open = try goal.verdict(on: report) {
            report = try watch(report, goal, client, until: deadline)
        }
        switch try goal.verdict(on: report) {
        case .yes(let words): try output.print(json: report.json, text: words.printable)
        case .no(let words): throw CommandFailure.no(words)
        case .open: throw CommandFailure.no("the daemon went away before '\(target)' came")
        }
    }

    /// Follows the launch until the goal is decided, and returns it as it is then.
    private func watch(
        _ report: Report,
        _ goal: WaitGoal,
        _ client: ControlClient,
        until deadline: Instant?
    ) throws -> Report {
        var followed = FollowedLaunch(report)
        do {
            try client.stream(
                LaunchCall.watch.method,
                timeout: deadline.map { Instant.now.duration(to: $0) }
            ) { parameters, _ in
                if let reply = try WatchReply.read(parameters, following: followed.report) {
                    followed.apply(reply)
                }
                guard case .open = try goal.verdict(on: followed.report) else { return false }
                return true
            }
        } catch ControlClientError.timedOut {
            throw CommandFailure.no(timedOut(followed.report))
        }
        return followed.report
    }

    private func timedOut(_ report: Report) -> String {
        let limit = (timeout?.duration ?? .zero).timespan
        let subject = target == WaitGoal.ready ? nil : target
        let steps = report.explanation(of: subject, at: .now)?.steps ?? []
        let blocker = steps.last { $0.relation != Explanation.Step.alsoRunning }
        let last = blocker.map { "; it is at '\($0.name)', \($0.state)" } ?? ""
        return "timed out after \(limit): '\(target)' has not come yet\(last)"
    }
}
