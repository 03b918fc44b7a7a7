/// Something to be recorded.
struct Measurement: Sendable {
    enum Value: Hashable, Sendable {
        case time(Duration)
        case count(Int)
        case level(Int)
    }

    /// Without the `slipway.` that all labels begin with.
    let label: String
    let dimensions: [(String, String)]
    let value: Value
}
