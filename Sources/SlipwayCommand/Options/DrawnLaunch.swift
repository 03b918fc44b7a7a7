internal import ArgumentParser
internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport

/// The launch that a picture is of: the one in service, one of the history, or one in a file.
struct DrawnLaunch: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Draw the report in this file, as 'slipway call GetReport' printed it; '-' is standard input.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var from: String?

    @OptionGroup var choice: LaunchChoice
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        try Validation.checkFilled("--from", from, "give a file, or '-'")
        if from != nil,
            connection.isGiven || choice.launch != nil || choice.place.stateDirectory != nil
        {
            let options =
                ConnectionOptions.optionsWithValue + ConnectionOptions.flags + ["--launch"]
            throw ValidationError(
                "'--from' draws a file; leave \(options.map { "'\($0)'" }.joined(separator: ", ")) and "
                    + "'--state-directory' out."
            )
        }
    }

    /// Fetches it; blocks.
    func launch() throws -> Drawn {
        if let from { return .report(try ReportFile(path: from).report()) }
        return .recorded(try choice.report(connection))
    }

    /// Fetches one that is named: a file, or a launch of the history; blocks.
    func launch(named name: String) throws -> Drawn {
        if name == "-" || access(name, F_OK) == 0 || name.contains("/") || name.hasSuffix(".json") {
            return .report(try ReportFile(path: name).report())
        }
        return .recorded(
            try RecordedLaunches(connection, choice.place).launch(LaunchName(name), actions: nil)
        )
    }

    /// A launch with what is known of it.
    enum Drawn {
        /// From a file, which says nothing of now.
        case report(Report)
        case recorded(RecordedLaunch)

        var report: Report {
            switch self {
            case .report(let report): report
            case .recorded(let launch): launch.report
            }
        }

        /// The end of what is under way in it; `nil` for the last instant that it has.
        var moment: Instant? {
            switch self {
            case .report: nil
            case .recorded(let launch): launch.moment
            }
        }
    }
}
