internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON
internal import SlipwayRecords

/// `slipway wait`: tell me when it is ready.
struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wait until the launch is ready, or an operation or action has ended.",
        discussion: """
            Exits with 1 if that cannot come any more, because it failed, and also if the \
            timeout passes first. '--json' prints what was waited for as it is then.
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
        let goal = WaitGoal(target)
        // Asked first, so that a timeout of zero is a question for now.
        var seen = try goal.ask(client)
        if case .open = try goal.verdict(on: seen) {
            seen = try watch(from: seen, goal, client, until: deadline)
        }
        switch try goal.verdict(on: seen) {
        case .yes(let words): try output.print(json: goal.record(in: seen), text: words.printable)
        case .no(let words): throw CommandFailure.no(words)
        case .open: throw CommandFailure.no("the daemon went away before '\(target)' came")
        }
    }

    /// Follows the launch until the goal is decided, and returns it as it is then.
    private func watch(
        from first: WaitGoal.Seen,
        _ goal: WaitGoal,
        _ client: ControlClient,
        until deadline: Instant?
    ) throws -> WaitGoal.Seen {
        var followed: FollowedLaunch?
        var seen = first
        do {
            try client.stream(
                LaunchCall.watch.method,
                timeout: deadline.map { Instant.now.duration(to: $0) }
            ) { parameters, _ in
                guard let reply = try WatchReply.read(parameters, following: followed?.report)
                else { return true }
                if case .launch(let report) = reply {
                    followed = FollowedLaunch(report)
                } else {
                    followed?.apply(reply)
                }
                guard let report = followed?.report else { return true }
                seen = .report(report)
                guard case .open = try goal.verdict(on: seen) else { return false }
                return true
            }
        } catch ControlClientError.timedOut {
            throw CommandFailure.no(timedOut(goal.blocker(in: seen)))
        }
        return seen
    }

    private func timedOut(_ blocker: Explanation.Step?) -> String {
        let limit = (timeout?.duration ?? .zero).timespan
        let last = blocker.map { "; it is at '\($0.name)', \($0.state)" } ?? ""
        return "timed out after \(limit): '\(target)' has not come yet\(last)"
    }
}
