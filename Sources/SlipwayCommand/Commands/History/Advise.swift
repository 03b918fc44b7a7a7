internal import ArgumentParser
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations
internal import SlipwayPictures
internal import SlipwayVarlink

/// `slipway advise` answers "what would help?".
struct Advise: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "advise",
        abstract: "Show what would make the launch ready sooner, and what would not.",
        discussion: """
            Replays recorded launches in virtual time, each time with one thing changed: an operation that \
            takes half its time, a wider queue, a priority, an edge more or less. Lines for the \
            configuration are printed with what they gain; nothing changes by itself. Of several launches \
            with the same configuration the one with the median time is shown, and a change counts with \
            its median gain.

            A launch whose unchanged replay differs from it by more than 5% (and 5ms) is refused. With \
            '--config', the file's locks, priorities and widths count in place of those that the launch had.
            """
    )

    @Option(
        help: ArgumentHelp("The configuration that was launched.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var config: String?

    @Option(help: "Show at most this many operations and changes.")
    var limit = 10

    @OptionGroup var source: HistoryChoice
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try Validation.checkPositive("--limit", limit)
    }

    func run() throws {
        let plan = try config.map { try ConfigurationArgument(text: $0).load().graph.plan }
        let reports = try source.reports(connection)
        let advice: Advice
        do throws(AdviceRefusal) {
            advice = try Advice(reports, plan: plan)
        } catch {
            throw CommandFailure.no("\(error)")
        }
        try output.print(json: advice.json(), text: advice.text(limit: limit))
    }
}
