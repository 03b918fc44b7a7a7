/// A value to record.
struct Measurement: Sendable {
    enum Value: Hashable, Sendable {
        case time(Duration)
        case count(Int)
        case level(Int)
    }

    /// The label without its prefix `slipway.`.
    let label: String
    let dimensions: [(String, String)]
    let value: Value
}
