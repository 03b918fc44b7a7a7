internal import ArgumentParser
internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwayPictures
internal import SlipwayReport
internal import SlipwaySystem

/// `slipway export` writes launches for collectors of traces and metrics.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "export",
        abstract: "Print launches as traces and metrics, in the JSON of OpenTelemetry.",
        discussion: """
            Each launch is a line with its traces, and a line with its metrics: a JSON object as a \
            collector takes it at '/v1/traces' and '/v1/metrics', or reads it from a file. The trace has \
            the identity of the launch, 'LAUNCH_ID' of the journal: the same launch is always the same \
            trace.

            Without '--launch' and '--all' it is the launch in service, or the last one if none runs. \
            '--output' replaces a file that is there, once the new one is whole; other users than its group may \
            not read it: messages of programs are in it.
            """
    )

    @Flag(help: "In the JSON of OTLP, the protocol of OpenTelemetry; there is no other form yet.")
    var otlp = false

    @Flag(help: "Only traces.")
    var traces = false

    @Flag(help: "Only metrics.")
    var metrics = false

    @Flag(help: "All launches that are stored, the last one first.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Write to this file (default, and '-': standard output).",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    @OptionGroup var choice: LaunchChoice
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if !otlp { throw ValidationError("Say in which form: '--otlp'.") }
        if traces, metrics {
            throw ValidationError(
                "'--traces' and '--metrics' exclude each other; without either both are written."
            )
        }
        if all, choice.launch != nil {
            throw ValidationError("'--all' and '--launch' exclude each other.")
        }
        try Validation.checkFilled("--output", output, "give a file")
    }

    func run() throws {
        let launches = all ? try choice.history(connection) : [try choice.report(connection).launch]
        let file = try OutputFile(output, .exactly(0o640))
        for launch in launches {
            for line in lines(launch) { try file.write(line + "\n") }
        }
        try file.finish()
    }

    private func lines(_ launch: RecordedLaunch) -> [String] {
        let now = Self.isUnderWay(launch) ? Instant.now : nil
        let resource = [(name: "host.name", value: Self.hostName)]
        return [
            metrics ? nil : launch.otlpTraces(at: now, resource: resource),
            traces ? nil : launch.otlpMetrics(at: now, resource: resource),
        ].compactMap(\.self)
    }

    /// Tells whether a launch is under way in this boot: then its zero by this boot's clock is
    /// within a minute of the date at which it began, unless the wall clock was set since.
    private static func isUnderWay(_ launch: RecordedLaunch) -> Bool {
        guard launch.end == .running else { return false }
        let zero = Calendar.now.date(of: launch.report.processStart)
        let difference = zero - .microseconds(launch.startedAt)
        return (.seconds(-60)...(.seconds(60))).contains(difference)
    }

    private static var hostName: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "" }
        return withUnsafeBytes(of: &name.nodename) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
