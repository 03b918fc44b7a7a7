internal import ArgumentParser
internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport

/// `slipway blame` answers "which operations took longest?".
struct Blame: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "blame",
        abstract: "List operations by running time, slowest first.",
        discussion: """
            Time spent waiting for a queue is shown apart. Operations run side by side, so that \
            the times do not add up; see 'slipway critical-chain' for what delayed the launch.
            """
    )

    @Option(help: "Show at most this many operations.")
    var limit: Int?

    @OptionGroup var choice: LaunchChoice
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try Validation.checkPositive("--limit", limit)
    }

    func run() throws {
        let launch = try choice.report(connection, actions: 0)
        let (report, now) = (launch.report, launch.moment)
        let text = report.blameText(at: now, limit: limit)
        try output.print(
            json: .array(report.blame(at: now).prefix(limit ?? .max).map(\.json)),
            text: text.isEmpty ? "no operations" : text
        )
    }
}
