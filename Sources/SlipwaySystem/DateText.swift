internal import Glibc

extension Duration {
    /// A time since 1970 as a date: `2026-11-22 21:40:38 +0000`.
    package var dateText: String { formatted("%Y-%m-%d %H:%M:%S %z") }

    /// A time since 1970 as the time of day, with the date unless that is today.
    package func timeText(now: Duration) -> String {
        let day = "%Y-%m-%d"
        return formatted(formatted(day) == now.formatted(day) ? "%H:%M:%S" : "\(day) %H:%M:%S")
    }

    private func formatted(_ format: String) -> String {
        var seconds = time_t(components.seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress,
                strftime(start, buffer.count, format, &parts) > 0
            else { return "\(components.seconds)" }
            return String(cString: start)
        }
    }
}
