internal import Slipway

/// Numbers with the same meaning, told apart by their labels.
struct MetricFamily: Hashable {
    enum Kind: Hashable {
        /// Goes up and down.
        case gauge
        /// Only goes up while the process lives.
        case counter
    }

    /// The unit of a number.
    enum Unit: Hashable {
        case none, seconds, bytes
    }

    /// One number.
    enum Value: Hashable {
        case count(Int)
        case time(Duration)
    }

    /// A label, and what it says.
    struct Label: Hashable {
        var name: MetricLabel
        var value: String

        init(_ name: MetricLabel, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A number with its labels.
    struct Point: Hashable {
        var labels: [Label]
        var value: Value
    }

    let name: MetricName
    let kind: Kind
    let unit: Unit
    /// One sentence without a full stop.
    let help: String
    /// The numbers; no two have the same labels.
    private(set) var points: [Point] = []
    private var places: [[Label]: Int] = [:]

    /// Creates a family for a number of things now.
    init(_ name: MetricName, _ help: String) {
        self.init(name, .gauge, .none, help)
    }

    init(_ name: MetricName, _ kind: Kind, _ unit: Unit, _ help: String) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
    }

    /// Adds a number: to the point with the same labels, or as a new one.
    mutating func add(_ labels: [Label], _ value: Value) {
        guard let place = places[labels] else {
            places[labels] = points.count
            points.append(Point(labels: labels, value: value))
            return
        }
        points[place].value += value
    }
}

extension MetricFamily.Value {
    fileprivate static func += (value: inout Self, other: Self) {
        switch (value, other) {
        case (.count(let one), .count(let more)): value = .count(one + more)
        case (.time(let one), .time(let more)): value = .time(one + more)
        // A family has one kind of number.
        case (.count, .time), (.time, .count): break
        }
    }

    /// The value as a decimal number; a time in seconds, to the nanosecond.
    var decimal: String {
        switch self {
        case .count(let count): return "\(count)"
        case .time(let time):
            let nanoseconds = time.nanoseconds
            let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(
                dividingBy: 1_000_000_000
            )
            var digits = "\(rest)"
            digits = String(repeating: "0", count: 9 - digits.count) + digits
            while digits.last == "0" { digits.removeLast() }
            let sign = nanoseconds < 0 ? "-" : ""
            return "\(sign)\(seconds)" + (digits.isEmpty ? "" : ".\(digits)")
        }
    }
}
