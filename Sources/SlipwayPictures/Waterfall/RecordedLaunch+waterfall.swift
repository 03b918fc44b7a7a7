public import Slipway
public import SlipwayReport

extension RecordedLaunch {
    /// The launch as a picture, with what is known of its start: a waterfall of its operations, actions and
    /// programs; see ``Report/waterfall(at:)``.
    ///
    /// - Parameter now: The instant of the picture: what is under way is drawn up to it. Default:
    ///   the last instant that the report has.
    /// - Returns: A value to draw with ``Waterfall/svg`` or ``Waterfall/html``.
    public func waterfall(at now: Instant? = nil) -> Waterfall {
        var waterfall = report.waterfall(at: now)
        if end == .crashed { waterfall.markCrash() }
        if let words = startWords { waterfall.subtitles.insert(words, at: 1) }
        return waterfall
    }

    /// Two launches in one picture; see ``Report/waterfall(comparedWith:at:)``.
    ///
    /// - Parameters:
    ///   - earlier: The launch to compare with.
    ///   - now: The instant up to which what is under way in this launch is drawn. Default: the
    ///     last one that its report has.
    /// - Returns: A value to draw with ``Waterfall/svg`` or ``Waterfall/html``.
    public func waterfall(comparedWith earlier: RecordedLaunch, at now: Instant? = nil) -> Waterfall
    {
        var waterfall = report.waterfall(comparedWith: earlier.report, at: now)
        for (line, launch) in [(1, earlier), (2, self)] {
            if let words = launch.startWords {
                waterfall.subtitles[line] += " · \(words)"
            }
        }
        return waterfall
    }

    /// `cold start at 2026-11-27 03:05:12 UTC, version 1.2.3`; `nil` if nothing is known.
    private var startWords: String? {
        guard startedAt > 0 else { return nil }
        let kind =
            if generation > 1 {
                "reload, generation \(generation),"
            } else {
                switch start {
                case .cold: "first start since the machine's"
                case .warm: "start"
                case .afterCrash: "start after a crash"
                }
            }
        let words = "\(kind) at \(UTCDate(microseconds: startedAt)) UTC"
        return version.isEmpty ? words : "\(words), version \(version)"
    }
}

extension Waterfall {
    /// Marks a launch that crashed: nothing is known after the last instant of its report.
    fileprivate mutating func markCrash() {
        mark = .failed
        for index in moments.indices where moments[index].mark == .running {
            moments[index].mark = .failed
            moments[index].text = "last seen \(moments[index].time.timespan)"
        }
        if let first = subtitles.first { subtitles[0] = "crashed; \(first)" }
    }
}

/// A moment in Coordinated Universal Time, in words.
struct UTCDate: CustomStringConvertible {
    /// Microseconds since 1970; at least 0.
    let microseconds: Int64

    /// `2026-11-27 03:05:12`.
    var description: String {
        let seconds = max(microseconds, 0) / 1_000_000
        let (date, time) = (date(ofDay: seconds / 86400), seconds % 86400)
        let clock = [time / 3600, time / 60 % 60, time % 60]
        return date.map { Self.padded($0) }.joined(separator: "-") + " "
            + clock.map { Self.padded($0) }.joined(separator: ":")
    }

    /// Year, month and day, in the Gregorian calendar, whose pattern of leap years repeats after 146,097 days.
    ///
    /// The year is counted from the 1st of March, so that the leap day is its last one.
    private func date(ofDay day: Int64) -> [Int64] {
        let shifted = day + 719_468
        let inEra = shifted % 146_097
        let year = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * year + year / 4 - year / 100)
        let month = (5 * inYear + 2) / 153
        let isLate = month >= 10
        return [
            shifted / 146_097 * 400 + year + (isLate ? 1 : 0), isLate ? month - 9 : month + 3,
            inYear - (153 * month + 2) / 5 + 1,
        ]
    }

    private static func padded(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
