internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// `slipway status` answers "where is it?".
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "status",
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
        let call = Method.GetReport(actions: output.json ? nil : StatusText.actionsShown)
        let client = try connection.observing()
        let answer = try client.answer(to: call)
        let reply = try Method.GetReport.reply(answer)
        var report = reply.launch
        var names = SenderNames()
        report.programs = names.naming(report.programs)
        try output.print(
            json: json(answer, &names),
            text: StatusText(
                report: report,
                actions: reply.counts,
                generation: reply.generation,
                remarks: reply.remarks,
                reload: reply.reload,
                now: .now,
                style: .standard
            ).text
        )
        if !output.json, let version = ServiceVersion.ask(client), let words = version.difference {
            Output.error.notice("this service is \(version.words); \(words)")
        }
        if report.phase == .failed { throw CommandFailure.no() }
        try strict.check(isDegraded: report.phase == .ready(degraded: true))
    }

    /// The launch as the service tells it, with its generation, the remarks about the service, and
    /// a reload.
    private func json(_ answer: JSON, _ names: inout SenderNames) -> JSON {
        guard var launch = answer["launch"]?.objectValue else { return .null }
        for key in ["generation", "remarks", "reload"] { launch[key] = launch[key] ?? answer[key] }
        return names.naming(programsOf: .object(launch))
    }
}
