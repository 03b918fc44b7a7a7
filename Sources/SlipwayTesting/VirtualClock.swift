public import Slipway

/// A clock whose time moves only by a ``VirtualLaunch`` or by ``advance(by:)``.
///
/// The clock is for code that a plan's bodies use and that takes a clock as a parameter; a body
/// itself can use `OperationContext.sleep(for:)`:
///
/// ```swift
/// let clock = VirtualClock()
/// let client = Client(clock: clock)
/// plan.add("user-data") { _ in try await client.fetchUser() }
/// let launch = VirtualLaunch(try Graph(plan), clock: clock)
/// ```
///
/// Sleeping takes no real time. A clock serves one launch at a time.
public struct VirtualClock: Clock {
    /// An instant of the virtual time.
    public typealias Instant = Slipway.Instant

    let time: VirtualTime

    /// Creates a clock at `start`.
    public init(startingAt start: Instant = Instant(nanoseconds: 0)) {
        time = VirtualTime(start)
    }

    /// The present virtual time.
    public var now: Instant { time.now }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Suspends until the clock is moved to exactly `deadline`; the tolerance is not used.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await time.sleep(until: deadline)
    }

    /// Moves the clock, and wakes the tasks that sleep until then.
    ///
    /// A synchronous body that calls this has taken that time: in virtual time all bodies share one
    /// processor. The clock never moves back.
    public func advance(by duration: Duration) {
        time.move(to: time.now.advanced(by: duration))
        time.wakeSleepers()
    }
}
