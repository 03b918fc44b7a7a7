internal import Synchronization

/// Puts one thread to sleep, and wakes it: a wake before the sleep ends the sleep at once, so none is
/// lost.
///
/// Before it sleeps the thread may look for a while: to be found looking costs the other side well
/// under a microsecond, to be woken costs both some twenty.
final class Parker: Sendable {
    private let state = Atomic(awake)
    private let wakeup = Wakeup()

    private static let awake = 0
    private static let asleep = 1
    private static let notified = 2

    deinit { wakeup.close() }

    /// Waits for ``notify()``.
    ///
    /// - Parameters:
    ///   - looks: How many times to look, about 10 ns each, before sleeping.
    ///   - duration: How long to sleep at most; `nil` for as long as it takes.
    /// - Returns: Whether it was notified.
    func wait(looking looks: Int = 0, upTo duration: Duration? = nil) -> Bool {
        for _ in 0..<looks {
            if take() { return true }
            Wakeup.relax()
        }
        let (slept, _) = state.compareExchange(
            expected: Self.awake,
            desired: Self.asleep,
            ordering: .acquiringAndReleasing
        )
        guard slept else { return take() }
        let end = duration.map { Instant.now.advanced(by: $0) }
        while state.load(ordering: .acquiring) == Self.asleep {
            let left = end.map { Instant.now.duration(to: $0) }
            if let left, left <= .zero { break }
            Wakeup.wait(for: wakeup.descriptor, upTo: left)
            wakeup.clear()
        }
        return state.exchange(Self.awake, ordering: .acquiringAndReleasing) == Self.notified
    }

    /// Ends the current sleep, or the next one.
    func notify() {
        let before = state.exchange(Self.notified, ordering: .acquiringAndReleasing)
        if before == Self.asleep { wakeup.wake() }
    }

    private func take() -> Bool {
        guard state.load(ordering: .relaxed) == Self.notified else { return false }
        return state.exchange(Self.awake, ordering: .acquiringAndReleasing) == Self.notified
    }
}
