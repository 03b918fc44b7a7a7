public import Slipway

/// A clock whose time moves only when a ``VirtualLaunch`` moves it, or ``advance(by:)`` is called.
///
/// It is for what a plan's bodies use and what takes a clock as a parameter; a body itself can use
/// `OperationContext.sleep(for:)`:
///
/// ```swift
/// let clock = VirtualClock()
/// let client = Client(clock: clock)
/// plan.add("user-data") { _ in try await client.fetchUser() }
/// let launch = VirtualLaunch(try Graph(plan), clock: clock)
/// ```
///
/// To sleep costs no real time. A clock is for one launch at a time.
public struct VirtualClock: Clock {
    /// A point of the virtual time.
    public typealias Instant = Slipway.Instant

    let time: VirtualTime

    /// Creates a clock that stands at `start`.
    public init(startingAt start: Instant = Instant(nanoseconds: 0)) {
        time = VirtualTime(start)
    }

    /// Where the clock stands.
    public var now: Instant { time.now }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Suspends until the clock has been moved to `deadline`, exactly; the tolerance is not used.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await time.sleep(until: deadline)
    }

    /// Moves the clock, and wakes whoever sleeps until then.
    ///
    /// A synchronous body that calls it has taken so long: in virtual time everybody shares one
    /// processor. Never moves back.
    public func advance(by duration: Duration) {
        time.move(to: time.now.advanced(by: duration))
        time.wakeSleepers()
    }
}
