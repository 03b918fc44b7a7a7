internal import Glibc
internal import Slipway

/// One moment by the clocks that outlive a process.
struct StoreTime: Hashable, Sendable {
    /// The wall clock, in microseconds since 1970; it may be set.
    var date: Int64
    /// CLOCK_BOOTTIME, in microseconds since the boot, sleep included.
    var uptime: Int64
    /// The identity of the boot.
    var boot: String

    /// Creates a moment.
    init(date: Int64, uptime: Int64, boot: String) {
        self.date = date
        self.uptime = uptime
        self.boot = boot
    }

    /// The present moment.
    static var now: StoreTime {
        StoreTime(
            date: microseconds(CLOCK_REALTIME),
            uptime: microseconds(CLOCK_BOOTTIME),
            boot: boot
        )
    }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    private static let boot: String = {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return "" }
        return String(decoding: bytes.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
    }()

    /// The time since an earlier moment.
    ///
    /// Within a boot by CLOCK_BOOTTIME, across boots by the wall clock: one that is behind the
    /// earlier moment, or was not set then, counts as no time passed.
    func elapsed(since date: Int64, uptime: Int64, boot: String) -> Int64 {
        if boot == self.boot, !boot.isEmpty { return max(0, self.uptime &- uptime) }
        guard date >= WallTime.earliest else { return 0 }
        return max(0, self.date &- date)
    }
}
