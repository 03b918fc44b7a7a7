internal import Slipway
internal import SlipwayJSON

/// Events in the JSON of Chrome's trace format, which Perfetto reads too.
///
/// Times are microseconds since the start of the process, with nanoseconds as decimals. Each event is a
/// line.
struct TraceWriter {
    private var lines: [String] = []
    private var flows = 0

    /// Names with values, which a viewer shows beside an event; values that are absent are left out.
    typealias Arguments = [(name: String, value: String?)]

    /// A track: a thread of a process in the viewer's words.
    struct Track: Hashable {
        let process: Int
        let thread: Int
    }

    /// Names a group of tracks, and gives the group its position among the others.
    mutating func name(process: Int, _ name: String) {
        let track = Track(process: process, thread: 0)
        metadata("process_name", track, ["name": Self.shown(name)])
        metadata("process_sort_index", track, ["sort_index": JSON(count: process)])
    }

    /// Names a track, and gives it its position among the others.
    mutating func name(_ track: Track, _ name: String) {
        metadata("thread_name", track, ["name": Self.shown(name)])
        metadata("thread_sort_index", track, ["sort_index": JSON(count: track.thread)])
    }

    private mutating func metadata(_ kind: JSON, _ track: Track, _ arguments: JSON) {
        add([
            "ph": "M", "name": kind, "pid": JSON(count: track.process),
            "tid": JSON(count: track.thread), "args": arguments,
        ])
    }

    /// Adds a span on a track; spans that lie in one another nest.
    ///
    /// A span of no length gets a nanosecond, so that arrows find it.
    mutating func span(
        _ name: String,
        _ category: String,
        on track: Track,
        from start: Duration,
        to end: Duration,
        _ arguments: Arguments = []
    ) {
        let length = max(end - start, .nanoseconds(1))
        add(
            "X",
            name,
            category,
            track,
            start,
            ["dur": Self.microseconds(length)],
            arguments
        )
    }

    /// A moment, for all tracks or for one.
    mutating func moment(_ name: String, on track: Track, at time: Duration, isGlobal: Bool) {
        add("i", name, "moment", track, time, ["s": isGlobal ? "g" : "t"])
    }

    /// The value of a counter from a time on.
    mutating func counter(_ name: String, process: Int, at time: Duration, _ value: Int) {
        let track = Track(process: process, thread: 0)
        add("C", name, "counter", track, time, ["args": ["running": JSON(count: value)]])
    }

    /// An arrow from within one span to within another.
    mutating func arrow(_ name: String, from: (Track, Duration), to: (Track, Duration)) {
        flows += 1
        add("s", name, "dependency", from.0, from.1, ["id": JSON(count: flows)])
        add("f", name, "dependency", to.0, to.1, ["id": JSON(count: flows), "bp": "e"])
    }

    private mutating func add(
        _ phase: JSON,
        _ name: String,
        _ category: String,
        _ track: Track,
        _ time: Duration,
        _ rest: KeyValuePairs<String, JSON>,
        _ arguments: Arguments = []
    ) {
        var event: JSONObject = [
            "ph": phase, "name": Self.shown(name), "cat": .string(category),
            "pid": JSON(count: track.process), "tid": JSON(count: track.thread),
            "ts": Self.microseconds(time),
        ]
        for (name, value) in rest { event[name] = value }
        let known = Self.object(arguments)
        if !known.isEmpty { event["args"] = .object(known) }
        add(event)
    }

    private mutating func add(_ event: JSONObject) { lines.append(JSON.object(event).compact) }

    /// The whole file.
    func text(about: Arguments) -> String {
        """
        {"displayTimeUnit":"ms","otherData":\(JSON.object(Self.object(about))),"traceEvents":[
        \(lines.joined(separator: ",\n"))
        ]}
        """
    }

    private static func object(_ arguments: Arguments) -> JSONObject {
        var object: JSONObject = [:]
        for (name, value) in arguments {
            if let value, !value.isEmpty { object[name] = shown(value) }
        }
        return object
    }

    /// `1234.567`.
    private static func microseconds(_ time: Duration) -> JSON {
        let nanoseconds = max(time.nanoseconds, 0)
        let digits = "\(nanoseconds % 1000)"
        let zeros = String(repeating: "0", count: 3 - digits.count)
        return .decimal("\(nanoseconds / 1000).\(zeros)\(digits)")
    }

    /// A viewer shows names as they are: what would steer a terminal is spelled out.
    private static func shown(_ text: String) -> JSON { .string(text.printable) }
}
