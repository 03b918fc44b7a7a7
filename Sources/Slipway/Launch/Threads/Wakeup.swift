internal import CSlipway
internal import Glibc

/// A counter that a thread can sleep on: an eventfd.
///
/// Waking is one write, from any thread or signal handler, and is never lost: a wake before the
/// sleep ends the sleep at once.
struct Wakeup: Sendable {
    let descriptor: Int32

    /// Creates a counter at zero.
    ///
    /// - Parameter countsSingly: Whether ``clear()`` takes one, to wake as many threads as there
    ///   were wakes, instead of the whole count.
    /// - Precondition: The process may open another descriptor; without one it cannot run at all.
    init(countsSingly: Bool = false) {
        descriptor = slipway_event_counter(countsSingly)
        precondition(descriptor >= 0, "cannot create an event counter: errno \(errno)")
    }

    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Takes what was counted, without blocking.
    ///
    /// - Returns: Whether there was anything to take.
    @discardableResult
    func clear() -> Bool {
        var count: UInt64 = 0
        return read(descriptor, &count, 8) == 8
    }

    /// Tells the processor that the thread merely looks.
    static func relax() { slipway_relax() }

    func close() { _ = Glibc.close(descriptor) }

    /// Blocks the calling thread until one of two counters is above zero, `duration` has passed
    /// (`nil`: forever), or a signal arrived; a negative descriptor is ignored.
    static func wait(for first: Int32, _ second: Int32 = -1, upTo duration: Duration?) {
        slipway_wait(first, second, duration.map { max(0, $0.nanoseconds) } ?? -1)
    }
}
