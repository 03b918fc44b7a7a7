internal import ArgumentParser
internal import Slipway
internal import SlipwayPictures
internal import SlipwayReport

/// `slipway trace` shows where the time went, in a viewer for traces.
struct Trace: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "trace",
        abstract: "Print the launch as a trace for Perfetto or chrome://tracing.",
        discussion: """
            Prints JSON in Chrome's trace format: 'slipway trace >launch.trace.json', to be opened at \
            https://ui.perfetto.dev or chrome://tracing. There is a track for each slot of each queue, and \
            one for each operation with its waits and attempts, with arrows along the dependencies and \
            counters of the slots in use. Exits with 64 if standard output is a terminal.
            """
    )

    @OptionGroup var picture: PictureOptions
    @OptionGroup var launch: DrawnLaunch

    func run() throws {
        try picture.check("trace", ending: "json")
        let chosen = try launch.launch()
        try picture.write(chosen.report.trace(at: chosen.moment))
    }
}
