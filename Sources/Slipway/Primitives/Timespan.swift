extension Duration {
    /// The duration in systemd's format, to the millisecond: `1.234s`, `930ms`, `1min 9.608s`, `2h
    /// 5min`, `312us` below a millisecond, and `0`.
    ///
    /// The format is the one that `systemd-analyze` prints and `systemd.time` describes. Digits
    /// beyond the accuracy are cut off, never rounded up. A negative duration begins with `-`.
    public var timespan: String { timespan(accuracy: .millisecond) }

    /// The duration in systemd's format, cut off to `accuracy`.
    ///
    /// A duration shorter than the accuracy is shown exactly, not as zero.
    public func timespan(accuracy: TimespanAccuracy) -> String {
        let total = microseconds.magnitude
        guard total > 0 else { return "0" }
        let text = Self.timespan(microseconds: total, accuracy: accuracy.rawValue)
        return microseconds < 0 ? "-" + text : text
    }

    /// `1.2s`: cut to tenths of a second, for a line that changes often.
    package var coarseTimespan: String {
        let tenth = Duration.milliseconds(100)
        return (tenth * Int(self / tenth)).timespan(accuracy: .tenthOfSecond)
    }

    /// systemd's `format_timespan`: largest unit first; below a minute the rest is one number with
    /// a decimal point, if the accuracy shows its decimals.
    private static func timespan(microseconds total: UInt64, accuracy: UInt64) -> String {
        var rest = total
        var parts: [String] = []
        for unit in units where rest >= unit.microseconds {
            if rest < accuracy, !parts.isEmpty { break }
            let whole = rest / unit.microseconds
            let fraction = rest % unit.microseconds
            if rest < 60_000_000, fraction > 0, unit.microseconds > accuracy {
                let shown = "\(fraction / accuracy)"
                let places = "\(unit.microseconds / accuracy)".count - 1
                let zeros = String(repeating: "0", count: places - shown.count)
                parts.append("\(whole).\(zeros)\(shown)\(unit.suffix)")
                break
            }
            parts.append("\(whole)\(unit.suffix)")
            rest = fraction
        }
        return parts.joined(separator: " ")
    }

    /// A year is 365.25 days and a month the twelfth of it, as in systemd.
    private static let units: [(suffix: String, microseconds: UInt64)] = [
        ("y", 31_557_600_000_000),
        ("month", 2_629_800_000_000),
        ("w", 604_800_000_000),
        ("d", 86_400_000_000),
        ("h", 3_600_000_000),
        ("min", 60_000_000),
        ("s", 1_000_000),
        ("ms", 1000),
        ("us", 1),
    ]
}

/// The accuracy of a displayed duration; the raw value is in microseconds.
public enum TimespanAccuracy: UInt64, Sendable {
    /// Every known digit.
    case microsecond = 1
    /// For the comparison of reports.
    case millisecond = 1000
    /// For a line that is updated while it is read.
    case tenthOfSecond = 100_000
}
