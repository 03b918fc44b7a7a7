internal import Slipway

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

    /// Names a group of tracks and gives it its place among the others.
    mutating func name(process: Int, _ name: String) {
        metadata("process_name", process, 0, "\"name\":\(Self.quoted(name))")
        metadata("process_sort_index", process, 0, "\"sort_index\":\(process)")
    }

    /// Names a track and gives it its place among the others.
    mutating func name(_ track: Track, _ name: String) {
        metadata("thread_name", track.process, track.thread, "\"name\":\(Self.quoted(name))")
        metadata("thread_sort_index", track.process, track.thread, "\"sort_index\":\(track.thread)")
    }

    private mutating func metadata(
        _ kind: String,
        _ process: Int,
        _ thread: Int,
        _ arguments: String
    ) {
        lines.append(
            "{\"ph\":\"M\",\"name\":\"\(kind)\",\"pid\":\(process),\"tid\":\(thread),\"args\":{\(arguments)}}"
        )
    }

    /// A span on a track; those that lie in one another nest.
    ///
    /// One of no length gets a nanosecond, so that
    /// arrows find it.
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
            ",\"dur\":\(Self.microseconds(length))" + Self.fields(arguments)
        )
    }

    /// A moment, for all tracks or for one.
    mutating func moment(_ name: String, on track: Track, at time: Duration, isGlobal: Bool) {
        add("i", name, "moment", track, time, ",\"s\":\"\(isGlobal ? "g" : "t")\"")
    }

    /// The value of a counter from a time on.
    mutating func counter(_ name: String, process: Int, at time: Duration, _ value: Int) {
        let track = Track(process: process, thread: 0)
        add("C", name, "counter", track, time, ",\"args\":{\"running\":\(value)}")
    }

    /// An arrow from within one span to within another.
    mutating func arrow(_ name: String, from: (Track, Duration), to: (Track, Duration)) {
        flows += 1
        add("s", name, "dependency", from.0, from.1, ",\"id\":\(flows)")
        add("f", name, "dependency", to.0, to.1, ",\"id\":\(flows),\"bp\":\"e\"")
    }

    private mutating func add(
        _ phase: String,
        _ name: String,
        _ category: String,
        _ track: Track,
        _ time: Duration,
        _ rest: String
    ) {
        lines.append(
            "{\"ph\":\"\(phase)\",\"name\":\(Self.quoted(name)),\"cat\":\"\(category)\",\"pid\":\(track.process),"
                + "\"tid\":\(track.thread),\"ts\":\(Self.microseconds(time))\(rest)}"
        )
    }

    /// The whole file.
    func text(about: Arguments) -> String {
        """
        {"displayTimeUnit":"ms","otherData":{\(Self.members(about))},"traceEvents":[
        \(lines.joined(separator: ",\n"))
        ]}
        """
    }

    private static func fields(_ arguments: Arguments) -> String {
        let members = members(arguments)
        return members.isEmpty ? "" : ",\"args\":{\(members)}"
    }

    private static func members(_ arguments: Arguments) -> String {
        arguments.compactMap { argument in
            guard let value = argument.value, !value.isEmpty else { return nil }
            return "\(quoted(argument.name)):\(quoted(value))"
        }
        .joined(separator: ",")
    }

    /// `1234.567`.
    private static func microseconds(_ time: Duration) -> String {
        let nanoseconds = max(time.nanoseconds, 0)
        let digits = "\(nanoseconds % 1000)"
        return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// A viewer shows names as they are: what would steer a terminal is spelled out.
    private static func quoted(_ text: String) -> String { JSONText.quoted(text.printable) }
}
