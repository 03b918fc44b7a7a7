internal import ArgumentParser
internal import Slipway
internal import SlipwayControl
internal import SlipwayJSON

/// `slipway status` answers "where is it?".
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show where the launch is, and what it waits for.",
        discussion: """
            Exits with 1 if the launch failed, and with '--strict' with 4 if it is degraded.

            \(CommandFailure.exitCodes)
            """
    )

    @OptionGroup var strict: StrictOptions
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        // The report, not the status: every operation is printed; of many actions only the first are.
        let call = LaunchCall.report(actions: output.json ? nil : StatusText.actionsShown)
        let reply = try connection.observing().call(call)
        let report = try LaunchReply.launch(in: reply)
        let counts = try LaunchReply.counts(in: reply)
        try output.print(
            json: reply["launch"] ?? .null,
            text: StatusText(
                report: report,
                actions: counts,
                now: .now,
                style: .standard
            ).text
        )
        if report.phase == .failed { throw CommandFailure.no() }
        try strict.check(isDegraded: report.phase == .ready(degraded: true))
    }
}
