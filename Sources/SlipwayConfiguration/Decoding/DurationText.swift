internal import SlipwaySystem

/// Durations as a configuration writes them: a decimal number and a unit.
package enum DurationText {
    /// The accepted syntax, for messages.
    package static let example = "a duration such as 250ms, 5s, 2m or 1h"

    /// The longest duration: a year; a longer one is surely a mistake.
    static let limit = Duration.seconds(365 * 24 * 3600)

    /// Nanoseconds of each unit; `ms` comes before `s`, which is its last letter.
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
        ("d", 86_400_000_000_000),
    ]

    /// Reads `250ms`, `5s`, `1.5s`, `2m`, `1h` or `7d`; `nil` for anything else, and for durations longer
    /// than ``limit``.
    ///
    /// Digits finer than a nanosecond are cut off.
    package static func duration(_ text: String) -> Duration? {
        guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
        let parts = text.dropLast(unit.name.count)
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy(isDigits), let whole = Int64(parts[0]) else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
        guard !overflow else { return nil }
        var nanoseconds = product
        var place = unit.nanoseconds
        for digit in parts.dropFirst().first ?? "" {
            place /= 10
            let part = place * Int64(digit.wholeNumberValue ?? 0)
            let (sum, overflow) = nanoseconds.addingReportingOverflow(part)
            guard !overflow else { return nil }
            nanoseconds = sum
        }
        let duration = Duration.nanoseconds(nanoseconds)
        return duration <= limit ? duration : nil
    }

    /// A duration of whole milliseconds as a file has it, in the largest unit of which it is a multiple.
    package static func text(_ duration: Duration) -> String {
        let milliseconds =
            duration.components.seconds * 1000
            + duration.components.attoseconds / 1_000_000_000_000_000
        let units: [(Int64, String)] = [
            (86_400_000, "d"), (3_600_000, "h"), (60000, "m"), (1000, "s"),
        ]
        guard let (size, unit) = units.first(where: { milliseconds.isMultiple(of: $0.0) }),
            milliseconds > 0
        else { return "\(milliseconds)ms" }
        return "\(milliseconds / size)\(unit)"
    }

    /// Tells whether the text would be a duration if it had a unit.
    package static func isBareNumber(_ text: String) -> Bool { duration(text + "s") != nil }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit)
    }
}
