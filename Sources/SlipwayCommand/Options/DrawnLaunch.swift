internal import ArgumentParser

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

    /// Fetches the launch; blocks.
    func launch() throws -> ChosenLaunch {
        guard let from else { return try choice.report(connection) }
        return try launch(.file(from))
    }

    /// Fetches a launch that is named; blocks.
    func launch(_ argument: LaunchArgument) throws -> ChosenLaunch {
        try RecordedLaunches(connection, choice.place).launch(argument, actions: nil)
    }
}
