internal import ArgumentParser
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayOperations
internal import SlipwayPictures
internal import SlipwayReport

/// `slipway simulate` answers "how long would it take?".
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "simulate",
        abstract: "Launch a configuration in virtual time, and show where the time goes.",
        discussion: """
            FILE is a configuration, '-' for standard input. Nothing is executed: dependencies, widths, \
            priorities, locks, groups, retries, limits and the deadline have their effect, with the times \
            that are given. Conditions hold, unless the launches that the times are from say otherwise. \
            Prints what 'slipway time' and 'slipway critical-chain' print of a launch.
            """
    )

    @Argument(help: "The configuration.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var file: String

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp("How long an attempt of every other operation takes.", valueName: "time")
    )
    var otherwise = SimulatedTime(.zero)

    @OptionGroup var course: CourseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let configured = try ConfigurationArgument(text: file).load()
        let courses = try course.courses(otherwise: otherwise.duration)
        let terms = SimulationTerms(beforeLaunch: courses.beforeLaunch, width: course.width)
        let report = configured.graph.simulate(terms, course: courses.course)
        try output.print(
            json: [
                "time": report.timeSummary().json,
                "criticalChain": .array(report.criticalChain().map(\.json)),
                "launch": report.json,
            ],
            text: report.timeText() + "\n\n" + (report.criticalChainText() ?? "")
        )
    }
}
