internal import Glibc
internal import Slipway
internal import SlipwaySystem

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
            boot: BootIdentity.current
        )
    }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// The time since an earlier moment.
    ///
    /// Within a boot the time is by CLOCK_BOOTTIME, across boots by the wall clock. If that is
    /// behind the earlier moment, or was not set then, no time has passed.
    func elapsed(since date: Int64, uptime: Int64, boot: String) -> Int64 {
        if boot == self.boot, !boot.isEmpty { return max(0, self.uptime &- uptime) }
        guard date >= WallTime.earliest else { return 0 }
        return max(0, self.date &- date)
    }
}
