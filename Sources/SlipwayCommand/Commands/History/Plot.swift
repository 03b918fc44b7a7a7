internal import ArgumentParser
internal import Slipway
internal import SlipwayPictures
internal import SlipwayReport

/// `slipway plot` shows where the time went.
struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "plot",
        abstract: "Draw the launch: when did what run, wait and fail?",
        discussion: """
            Prints an SVG picture: 'slipway plot >launch.svg'. Each operation has a row, in the order of \
            their starts, with its waits for its queue and for locks, its attempts, and the pauses between \
            them. What set the time to ready is outlined and joined by a line. A launch under way, or that \
            failed, is drawn as far as it came. Exits with 64 if standard output is a terminal.

            '--html' prints a page that shows more of each row under the pointer and the focus (arrow keys), \
            and has a filter; it needs no network.

            '--compare A B' draws two launches over one axis, A above B in each row; by default the one \
            before the last, and the last one. Each is a launch of the history, by its identity, the \
            beginning of that, or counted back (0 is the last one, -1 the one before), or a file as for \
            '--from'. A file can be drawn anywhere: 'slipway call GetReport >launch.json'.
            """
    )

    @Flag(help: "Print a page with details and a filter.")
    var html = false

    @Flag(help: "Draw two launches, the earlier one first.")
    var compare = false

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The launches to compare.", valueName: "launch"),
        completion: .service(.launches)
    )
    var launches: [String] = []

    @OptionGroup var picture: PictureOptions
    @OptionGroup var launch: DrawnLaunch

    func validate() throws {
        try Validation.checkLaunches(launches, takingInput: true)
        guard compare else {
            guard let surplus = launches.first else { return }
            throw ValidationError(
                "'\(surplus)' is one too many; write '--launch ID', '--from FILE' or '--compare A B'."
            )
        }
        guard launches.isEmpty || launches.count == 2 else {
            throw ValidationError("'--compare' takes two launches, not \(launches.count).")
        }
        if launch.from != nil || launch.choice.launch != nil {
            throw ValidationError(
                "'--compare' has its launches behind it; leave '--from' and '--launch' out."
            )
        }
        if launches == ["-", "-"] {
            throw ValidationError("only one launch can come from standard input.")
        }
    }

    func run() throws {
        try picture.check(html ? "plot --html" : "plot", ending: html ? "html" : "svg")
        let waterfall = try drawing()
        try picture.write(html ? waterfall.html : waterfall.svg)
    }

    private func drawing() throws -> Waterfall {
        guard compare else {
            let chosen = try launch.launch()
            return chosen.launch.waterfall(at: chosen.moment)
        }
        let names = LaunchArgument.pair(launches.map { LaunchArgument($0) })
        let earlier = try launch.launch(names.0).launch
        let chosen = try launch.launch(names.1)
        let (later, moment) = (chosen.launch, chosen.moment)
        // A file does not say when its launch began: then the dates of both launches are left out.
        if earlier.startedAt > 0, later.startedAt > 0 {
            return later.waterfall(comparedWith: earlier, at: moment)
        }
        return later.report.waterfall(comparedWith: earlier.report, at: moment)
    }
}
