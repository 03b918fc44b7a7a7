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

    /// A launch, and the end of what is under way in it; `nil` for the last instant that it has.
    typealias Drawn = (launch: RecordedLaunch, moment: Instant?)

    /// Fetches it; blocks.
    func launch() throws -> Drawn {
        if let from { return try Self.launch(inFile: from) }
        let launch = try choice.report(connection)
        return (launch, launch.moment)
    }

    /// Fetches one that is named: a file, or a launch of the history; blocks.
    func launch(named name: String) throws -> Drawn {
        if name == "-" || access(name, F_OK) == 0 || name.contains("/") || name.hasSuffix(".json") {
            return try Self.launch(inFile: name)
        }
        let launch = try RecordedLaunches(connection, choice.place)
            .launch(LaunchName(name), actions: nil)
        return (launch, launch.moment)
    }

    /// A file says nothing of now, nor of when its launch began.
    private static func launch(inFile path: String) throws -> Drawn {
        (RecordedLaunch(try Report(file: path), start: .warm), nil)
    }
}
