internal import ArgumentParser
internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayPictures
internal import SlipwayReport
internal import SlipwayVarlink

/// `slipway compare` answers "why is it slower than it was?".
struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "compare",
        abstract: "Show what of the difference between two launches is on their critical chains.",
        discussion: """
            Compares launch A with launch B, by default the one before the last with the last one. A launch \
            is named by its identity, the beginning of that, or counted back: 0 is the last one, -1 the one \
            before; or it is a file, as for '--from'. SHARE is an operation's share of the \
            difference between the times to ready; the shares of all operations add up to it. WAIT \
            and RUN are by how much longer it waited and ran.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The launches.", valueName: "launch"),
        completion: .service(.launches)
    )
    var launches: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Two reports that 'slipway call GetReport' printed, instead.",
            valueName: "files"
        ),
        completion: .file()
    )
    var from: [String] = []

    @Option(help: "Show at most this many operations.")
    var limit = 20

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var place: HistoryPlace
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try Validation.checkPositive("--limit", limit)
        try Validation.checkLaunches(launches, takingInput: true)
        if launches == ["-", "-"] {
            throw ValidationError("only one launch can come from standard input.")
        }
        if launches.count > 2 { throw ValidationError("give two launches, not \(launches.count).") }
        if !from.isEmpty, from.count != 2 || !launches.isEmpty {
            throw ValidationError("'--from' takes two files, and no launches beside them.")
        }
    }

    func run() throws {
        let (first, second) = try reports()
        let comparison: LaunchComparison
        do throws(ComparisonRefusal) {
            comparison = try LaunchComparison(first, second)
        } catch {
            throw CommandFailure.no("\(error)")
        }
        try output.print(json: comparison.json(), text: comparison.text(limit: limit))
    }

    private func reports() throws -> (Report, Report) {
        let files = from.map { LaunchArgument.file($0) }
        let named = files.isEmpty ? launches.map { LaunchArgument($0) } : files
        let (first, second) = LaunchArgument.pair(named)
        let recorded = RecordedLaunches(connection, place)
        return (
            try recorded.launch(first, actions: 0).report,
            try recorded.launch(second, actions: 0).report
        )
    }
}
