internal import Slipway

/// The times along the bars of a waterfall.
///
/// While a launch is under way the axis reaches to a round time that lies ahead, so that the bars
/// grow and are not drawn at another scale each time.
struct WatchAxis: Hashable {
    let start: Instant
    let length: Duration
    /// The width in characters, at least 1.
    let width: Int

    /// - Parameters:
    ///   - start: The zero of the axis.
    ///   - end: The instant that the axis has to reach.
    ///   - isOpen: Whether the axis is to reach further, to a round time.
    ///   - width: The width in characters.
    init(from start: Instant, to end: Instant, isOpen: Bool, width: Int) {
        self.start = start
        self.width = max(width, 1)
        let reached = max(start.duration(to: end), .milliseconds(1))
        length = isOpen ? Self.round(reached) : reached
    }

    /// The position of an instant: 0 to `width`.
    func place(_ instant: Instant) -> Double {
        let share = start.duration(to: instant) / length
        return min(max(share, 0), 1) * Double(width)
    }

    /// The labels of the times, each at the position of its time.
    var text: String {
        var line: [Character] = Array(repeating: " ", count: width)
        let step = Self.step(length, atMost: max(width / 9, 1))
        var time = Duration.zero
        var free = 0
        while time <= length {
            let place = Int(time / length * Double(width))
            let label = Array(time.timespan)
            if place >= free, place + label.count <= width {
                line.replaceSubrange(place..<place + label.count, with: label)
                free = place + label.count + 1
            }
            time += step
        }
        return String(line)
    }

    /// The distance of two labels: 1, 2 or 5 of the greatest unit, so that there are at most
    /// `count` steps.
    private static func step(_ length: Duration, atMost count: Int) -> Duration {
        steps(1, 2, 5).first { length / $0 <= Double(count) } ?? length
    }

    /// The next round time.
    private static func round(_ time: Duration) -> Duration {
        steps(1, 1.5, 2, 3, 5, 7.5).first { $0 >= time } ?? time
    }

    /// The multiples of a millisecond by these factors and powers of 10, then those of minutes and
    /// of hours.
    private static func steps(_ factors: Double...) -> [Duration] {
        let decimal = [1.0, 10, 100, 1000, 10_000].map { Duration.milliseconds(1) * $0 }
        let sixties = [60.0, 600, 3600, 36_000, 360_000].map { Duration.seconds(1) * $0 }
        return (decimal + sixties).flatMap { unit in factors.map { unit * $0 } }.sorted()
    }
}
