internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayPictures
internal import SlipwayReport
internal import SlipwaySystem

/// `slipway metrics` writes the launch for Prometheus.
struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "metrics",
        abstract: "Print the launch as metrics, in the text format of Prometheus.",
        discussion: """
            'slipway_up' says whether the service answers; of the launch there are its phase and times, and \
            those of each operation, of programs, queues and launch actions. Only names of the plan become \
            labels; of more than 1,000 operations, programs or kinds the rest is added up as 'other'.

            With '--output' the file takes its name once it is whole, in place of one that is there, and \
            everyone may read it, as the textfile collector of the node exporter wants it: give it a name that \
            ends with '.prom'. A \
            service that does not answer is then no error: the file has 'slipway_up 0', and nothing else.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Write to this file (default, and '-': standard output).",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    @OptionGroup var connection: ConnectionOptions

    /// The time limit of the answer: a collector does not wait longer.
    private static let patience = Duration.seconds(10)
    /// The most actions that are asked for: where more wait, the metrics by kind leave the others
    /// out.
    private static let actionLimit = 1000

    func validate() throws {
        try Validation.checkFilled("--output", output, "give a file")
    }

    func run() throws {
        guard let output = OutputFile.named(output) else {
            return try Output.standard.write(text())
        }
        let name = try connection.name()
        var text: String
        do {
            text = try self.text()
        } catch let error where Self.isAway(error) {
            text = RecordedLaunch.prometheusUp(false, app: name)
        }
        let file = try OutputFile(output, .exactly(0o644))
        try file.write(text)
        try file.finish()
    }

    private func text() throws -> String {
        let client = try connection.observing()
        let call = Method.GetReport(actions: Self.actionLimit)
        let reply = try client.call(call, timeout: Self.patience)
        let counts = reply.counts.map { counts in
            Dictionary(
                uniqueKeysWithValues: ActionStatus.State.Word.allCases.map {
                    ($0.rawValue, counts[$0])
                }
            )
        }
        return try RecordedLaunch.prometheusUp(true, app: connection.name())
            + RecordedLaunch(reply)
            .prometheus(actionCounts: counts, endedActions: reply.ended, at: .now)
    }

    /// Tells whether the error means that the service does not answer, which is then the answer.
    private static func isAway(_ error: any Error) -> Bool {
        switch error {
        case is NoSocket: true
        case let failure as CommandFailure: failure.exitCode == CommandFailure.unable
        case ControlClientError.cannotConnect, ControlClientError.closed,
            ControlClientError.timedOut:
            true
        default: false
        }
    }
}
