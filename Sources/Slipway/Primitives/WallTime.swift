#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The time of day, for lines that people read, and for what outlives a boot.
package enum WallTime {
    /// The first moment of 2020, in microseconds since 1970: a clock that is behind it has not been set
    /// since the machine was switched on, as on one without a battery.
    package static let earliest: Int64 = 1_577_836_800_000_000

    /// The present moment, in microseconds since 1970.
    package static var microseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }

    /// The present local time: `2026-11-22 21:40:38.125`.
    package static var stamp: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return stamp(of: now)
    }

    static func stamp(of time: timespec) -> String {
        var (seconds, parts) = (time.tv_sec, tm())
        localtime_r(&seconds, &parts)
        let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
        let clock = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
        return date.map { padded($0, 2) }.joined(separator: "-") + " "
            + clock.map { padded($0, 2) }.joined(separator: ":") + "."
            + padded(time.tv_nsec / 1_000_000, 3)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
