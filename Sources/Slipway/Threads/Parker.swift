internal import CSlipway
internal import Synchronization

/// Puts one thread to sleep and wakes it; a wake before the sleep ends the sleep at once, so none
/// is lost.
///
/// A futex: it needs no descriptor, and no kernel resource until a thread sleeps.
package final class Parker: @unchecked Sendable {  // Its word is touched by C's atomics only.
    private let word: UnsafeMutablePointer<Int32>
    private let ownsWord: Bool

    /// Creates a parker that nothing has notified.
    package init() {
        word = .allocate(capacity: 1)
        word.initialize(to: Int32(SLIPWAY_AWAKE))
        ownsWord = true
    }

    /// The parker that caught signals notify.
    private init(signalsOnly: Void) {
        word = slipway_signal_word()
        ownsWord = false
    }

    static let signals = Parker(signalsOnly: ())
    private static let signalSleeper = Mutex(())

    /// Lets the calling thread, and no other meanwhile, sleep on ``signals``: of two, one could take
    /// the other's wake.
    static func sleepingOnSignals(_ body: () -> Void) { signalSleeper.withLock { _ in body() } }

    deinit { if ownsWord { word.deallocate() } }

    /// Waits for ``notify()``.
    ///
    /// - Parameter duration: How long to sleep at most; `nil` for no limit.
    /// - Returns: Whether it was notified.
    package func wait(upTo duration: Duration? = nil) -> Bool {
        slipway_sleep(word, duration.map { max(0, $0.nanoseconds) } ?? -1)
    }

    /// Ends the current sleep, or the next one.
    package func notify() { slipway_notify(word) }
}
