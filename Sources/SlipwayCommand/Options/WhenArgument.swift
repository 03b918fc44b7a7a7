internal import ArgumentParser
internal import Glibc
internal import SlipwayConfiguration

/// A moment on the command line: how long ago (`90s`, `2h ago`), a time of today (`14:30`), or a date with
/// or without a time (`2026-11-22`, `2026-11-22 14:30:05`), in the local time zone.
struct WhenArgument: Hashable {
    /// The moment, as a time since 1970.
    let date: Duration

    init(parsing text: String) throws {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        let now = Duration.seconds(clock.tv_sec) + .nanoseconds(clock.tv_nsec)
        guard let date = Self.date(text, now: now) else {
            throw ValidationError(
                "write it as 90s, '2h ago', 14:30, 2026-11-22 or '2026-11-22 14:30', at 1970 or later"
            )
        }
        self.date = date
    }

    /// The moment that a text names; `nil` if the text names none, or one before 1970.
    static func date(_ text: String, now: Duration) -> Duration? {
        // journalctl takes this form, too.
        let word = " ago"
        let span = text.hasSuffix(word) ? String(text.dropLast(word.count)) : text
        if let ago = DurationText.duration(span) { return max(now - ago, .zero) }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
        switch parts.count {
        case 1:
            if let time = numbers(parts[0], ":", [2, 2], [2, 2, 2]) {
                return moment(nil, time, now)
            }
            return numbers(parts[0], "-", [4, 2, 2]).flatMap { moment($0, [], now) }
        case 2:
            guard let day = numbers(parts[0], "-", [4, 2, 2]),
                let time = numbers(parts[1], ":", [2, 2], [2, 2, 2])
            else { return nil }
            return moment(day, time, now)
        default: return nil
        }
    }

    /// Numbers of so many digits, with a sign between them; `nil` if the text has none of the shapes.
    private static func numbers(
        _ text: Substring,
        _ sign: Character,
        _ shapes: [Int]...
    ) -> [Int32]? {
        let parts = text.split(separator: sign, omittingEmptySubsequences: false)
        guard shapes.contains(parts.map(\.utf8.count)),
            parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } })
        else { return nil }
        return parts.compactMap { Int32($0) }
    }

    /// The moment of a time on a day, by default today.
    private static func moment(_ day: [Int32]?, _ time: [Int32], _ now: Duration) -> Duration? {
        var today = time_t(now.components.seconds)
        var parts = tm()
        localtime_r(&today, &parts)
        if let day {
            (parts.tm_year, parts.tm_mon, parts.tm_mday) = (day[0] - 1900, day[1] - 1, day[2])
        }
        parts.tm_hour = time.first ?? 0
        parts.tm_min = time.dropFirst().first ?? 0
        parts.tm_sec = time.dropFirst(2).first ?? 0
        parts.tm_isdst = -1
        let wanted = parts
        let seconds = mktime(&parts)
        // mktime turns a 29th of February that did not exist into the 1st of March.
        guard seconds >= 0, parts.tm_mday == wanted.tm_mday, parts.tm_mon == wanted.tm_mon,
            parts.tm_min == wanted.tm_min, parts.tm_sec == wanted.tm_sec
        else { return nil }
        return .seconds(seconds)
    }
}
