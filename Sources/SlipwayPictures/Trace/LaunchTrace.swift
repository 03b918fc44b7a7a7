internal import Slipway

/// A report as events of a trace.
struct LaunchTrace {
    let report: Report
    let now: Instant
    var writer = TraceWriter()
    /// The number of the next group of tracks.
    private var nextProcess = 1
    /// The places of the first and the last attempt of each operation, for arrows.
    var places: [String: Place] = [:]

    struct Place {
        var first: (track: TraceWriter.Track, start: Duration)
        var last: (track: TraceWriter.Track, end: Duration)
    }

    init(_ report: Report, at now: Instant) {
        (self.report, self.now) = (report, now)
        addLaunch()
        for queue in queues { add(queue) }
        addOperations()
        addArrows()
        addPrograms()
        addActions()
    }

    var text: String {
        writer.text(
            about: [
                ("name", report.name), ("launch", report.launchID), ("result", report.phase.word),
                ("ready", report.readyAt.map { report.sinceStart($0).timespan }),
            ]
        )
    }

    mutating func process(_ name: String) -> Int {
        defer { nextProcess += 1 }
        writer.name(process: nextProcess, name)
        return nextProcess
    }

    // MARK: - The launch

    private mutating func addLaunch() {
        let track = TraceWriter.Track(process: process(report.name), thread: 1)
        writer.name(track, "launch")
        let end = report.readyAt ?? report.endedAt ?? now
        if let launched = report.launchedAt {
            let start = report.sinceStart(launched)
            writer.span("before launch", "launch", on: track, from: .zero, to: start)
            writer.span("launch", "launch", on: track, from: start, to: report.sinceStart(end))
        }
        if let ready = report.readyAt {
            writer.moment(
                report.phase.readyWord,
                on: track,
                at: report.sinceStart(ready),
                isGlobal: true
            )
        }
        if let ended = report.endedAt {
            writer.moment(
                report.phase.word,
                on: track,
                at: report.sinceStart(ended),
                isGlobal: true
            )
        }
    }
}

extension Phase {
    fileprivate var readyWord: String {
        self == .ready(degraded: true) ? "ready, degraded" : "ready"
    }
}
