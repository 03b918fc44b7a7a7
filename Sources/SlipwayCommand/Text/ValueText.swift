internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport

/// The table of `slipway values`.
enum ValueText {
    /// The header and a line for each value.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - now: The present moment, in microseconds since 1970.
    /// - Returns: The lines.
    static func lines(_ values: [ListedValue], now: Int64) -> [String] {
        var table = TextTable([
            .left("OPERATION"), .right("AGE"), .right("BYTES"), .left("FROM"),
        ])
        table.rows = values.map { value in
            // A clock that was set back counts as no time passed.
            let age = max(.microseconds(now) - value.keptDate, .zero)
            return [value.operation, age.timespan, "\(value.size)", value.identity]
        }
        return table.lines
    }
}
