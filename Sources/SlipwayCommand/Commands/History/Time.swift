internal import ArgumentParser
internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport

/// `slipway time` answers "where did the time go?".
struct Time: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "time",
        abstract: "Show where the time to ready went.",
        discussion: """
            WAIT is the time that an operation was ready and its queue was not, RUN the time that \
            it took itself. Of a program, STARTUP is the time from its last start until it was \
            ready, SINCE how long it has been as STATE says.

            '--json' prints the times in microseconds, and 'programs' as 'slipway status --json' \
            does: "startedUSec" and "readyUSec" count from the start of the process.
            """
    )

    @OptionGroup var choice: LaunchChoice
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let launch = try choice.report(connection, actions: 0)
        let (report, now) = (launch.report, launch.moment)
        try output.print(json: report.timeSummary(at: now).json, text: report.timeText(at: now))
    }
}
