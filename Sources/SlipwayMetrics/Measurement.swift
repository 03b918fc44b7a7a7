internal import Slipway

/// A value to record.
struct Measurement: Sendable {
    enum Value: Hashable, Sendable {
        case time(Duration)
        case count(Int)
        case level(Int)
    }

    let name: MetricName
    let dimensions: [(MetricLabel, String)]
    let value: Value
}
