internal import Slipway

/// Instants as places on a line, with marks at round times.
struct TimeAxis: Hashable, Sendable {
    /// The place of the zero.
    let left: Double
    let width: Double
    /// The time at the right edge of the axis, in nanoseconds; at least 1.
    let end: Int64

    init(left: Double, width: Double, end: Duration) {
        self.left = left
        self.width = width
        self.end = max(end.nanoseconds, 1)
    }

    var right: Double { left + width }

    /// The place of a time since the zero; a time outside the axis is at the nearer edge.
    func x(_ time: Duration) -> Double {
        let part = Double(time.nanoseconds) / Double(end)
        return left + width * min(max(part, 0), 1)
    }

    /// The round times on the axis, so many that each has `room` pixels.
    func ticks(room: Double = 90) -> [Duration] {
        let most = max(Int64(width / room), 1)
        let step = Self.steps.first { end / $0 <= most } ?? max(end / most, 1)
        return stride(from: 0, through: end, by: Int64.Stride(step)).map { .nanoseconds($0) }
    }

    /// The time at a mark: `1.5s`, `200ms`, `1min 30s`.
    static func text(_ time: Duration) -> String {
        let text = time.timespan(accuracy: .microsecond)
        guard let point = text.firstIndex(of: ".") else { return text }
        let digits = text[point...].prefix { $0 == "." || $0.isNumber }
        let unit = text[digits.endIndex...]
        var kept = digits
        while kept.last == "0" { kept.removeLast() }
        if kept.last == "." { kept.removeLast() }
        return String(text[..<point] + kept + unit)
    }

    /// Round steps in nanoseconds, from a microsecond to a year.
    private static let steps: [Int64] = {
        let second: Int64 = 1_000_000_000
        var steps: [Int64] = []
        var power: Int64 = 1000
        while power < 10 * second {
            steps += [power, 2 * power, 5 * power]
            power *= 10
        }
        let further: [Int64] = [
            10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400,
            2 * 86400, 7 * 86400, 30 * 86400, 365 * 86400,
        ]
        return steps.filter { $0 < 10 * second } + further.map { $0 * second }
    }()
}
