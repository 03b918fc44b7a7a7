internal import Glibc
internal import Slipway

/// The pace at which something on a terminal is brought up to date: at most ten times a second, and so that
/// making it takes a tenth of the time at most, unless that would be less than once in two seconds.
struct LookPace {
    /// The least time between two looks.
    static let interval = Duration.milliseconds(100)
    /// The longest time between two looks: a look takes as long as the terminal is held, as by Ctrl-S.
    static let longestInterval = Duration.seconds(2)
    /// The part of the time that a look may take, as its inverse.
    private static let share = 10

    private var next: Instant

    /// - Parameter first: When the first look may be.
    init(from first: Instant = .now) { next = first }

    /// Tells whether it is time for a look.
    func allowsLook(at now: Instant) -> Bool { now >= next }

    /// Notes a look.
    mutating func looked(from start: Instant, to end: Instant = .now) {
        let cost = min(start.duration(to: end), Self.longestInterval)
        next = end.advanced(by: min(max(Self.interval, cost * Self.share), Self.longestInterval))
    }

    /// Sleeps.
    ///
    /// - Parameters:
    ///   - duration: For how long.
    ///   - look: Called now and again, before each ``interval``; `nil` for nothing.
    static func sleep(_ duration: Duration, _ look: (() -> Void)? = nil) {
        let end = Instant.now.advanced(by: duration)
        while case let left = Instant.now.duration(to: end), left > .zero {
            look?()
            usleep(UInt32(clamping: (look == nil ? left : min(left, interval)).microseconds))
        }
    }
}
