internal import SlipwayLoop

/// The timers of waits; each is removed when its wait has ended.
@Loop
final class WaitTimers {
    private var timers: [UInt64: Timer] = [:]

    nonisolated init() {}

    /// Calls `onTime` after a while, unless it is cancelled before.
    func set(_ id: UInt64, after duration: Duration, onTime: @escaping @Loop () -> Void) {
        timers[id] = Timer(after: duration) { [self] in
            timers[id] = nil
            onTime()
        }
    }

    func cancel(_ id: UInt64) { timers.removeValue(forKey: id)?.cancel() }

    /// The number of timers.
    var count: Int { timers.count }
}
