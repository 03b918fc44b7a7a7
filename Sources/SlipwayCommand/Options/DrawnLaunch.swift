internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface

/// The launch that a picture is of: the one in service, or one in a file.
struct DrawnLaunch: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Draw the report in this file, as 'slipway call GetReport' printed it; '-' is standard input.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var from: String?

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if from == "" { throw ValidationError("'--from' is empty; give a file, or '-'.") }
        if from != nil, connection.app != nil || connection.socket != nil {
            throw ValidationError("'--from' draws a file; leave '--app' and '--socket' out.")
        }
    }

    /// Fetches it; blocks.
    ///
    /// - Returns: The report, and the end of what is under way in it; `nil` for its own last instant, as a
    ///   file says nothing of now.
    func report() throws -> (report: Report, now: Instant?) {
        if let from { return (try ReportFile(path: from).report(), nil) }
        let report = try connection.observing().call(Method.GetReport()).launch
        return (report, .now)
    }
}
