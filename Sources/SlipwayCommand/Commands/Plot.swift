internal import ArgumentParser
internal import Slipway
internal import SlipwayReport

/// `slipway plot` shows where the time went.
struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Draw the launch: when did what run, wait and fail?",
        discussion: """
            Prints an SVG picture: 'slipway plot >launch.svg'. Each operation has a row, in the order of \
            their starts, with its waits for its queue and for locks, its attempts, and the pauses between \
            them. What set the time to ready is outlined and joined by a line. A launch under way, or that \
            failed, is drawn as far as it came. Exits with 64 if standard output is a terminal.

            '--html' prints a page that shows more of each row under the pointer and the focus (arrow keys), \
            and has a filter; it needs no network.

            '--compare A B' draws two launches over one axis, A above B in each row. Each is a file as for \
            '--from'. A file can be drawn anywhere: 'slipway call GetReport >launch.json'.
            """
    )

    @Flag(help: "Print a page with details and a filter.")
    var html = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Draw two launches, the earlier one first.", valueName: "launch")
    )
    var compare: [String] = []

    @OptionGroup var picture: PictureOptions
    @OptionGroup var launch: DrawnLaunch

    func validate() throws {
        guard !compare.isEmpty else { return }
        guard compare.count == 2 else {
            throw ValidationError("'--compare' takes two launches, not \(compare.count).")
        }
        if launch.from != nil {
            throw ValidationError("'--compare' has its launches already; leave '--from' out.")
        }
        if compare == ["-", "-"] {
            throw ValidationError("only one launch can come from standard input.")
        }
    }

    func run() throws {
        try picture.check(html ? "plot --html" : "plot", ending: html ? "html" : "svg")
        let waterfall = try drawing()
        try picture.write(html ? waterfall.html : waterfall.svg)
    }

    private func drawing() throws -> Waterfall {
        guard compare.count == 2 else {
            let (report, now) = try launch.report()
            return report.waterfall(at: now)
        }
        let earlier = try ReportFile(path: compare[0]).report()
        return try ReportFile(path: compare[1]).report().waterfall(comparedWith: earlier)
    }
}
