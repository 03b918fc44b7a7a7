internal import CSlipway
internal import Glibc

/// A counter that a thread can sleep on: an eventfd.
///
/// Waking is one write, from any thread or signal handler, and is never lost: a wake before the
/// sleep ends the sleep at once.
struct Wakeup: Sendable {
    let descriptor: Int32
    /// Why there is no counter: an error number; `nil` when there is one.
    let failure: Int32?

    /// Creates a counter at zero, unless the process may open no further descriptor.
    init() {
        descriptor = slipway_event_counter()
        failure = descriptor < 0 ? errno : nil
    }

    /// Why one more could not be made now, an error number; `nil` when it could.
    ///
    /// Dispatch makes one of its own for the main queue, and ends the process where it cannot.
    static var shortage: Int32? {
        let probe = Wakeup()
        probe.close()
        return probe.failure
    }

    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Takes what was counted, without blocking.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    func close() { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

    /// Blocks the calling thread until one of two counters is above zero, `duration` has passed
    /// (`nil`: forever), or a signal arrived; a negative descriptor is ignored.
    static func wait(for first: Int32, _ second: Int32 = -1, upTo duration: Duration?) {
        slipway_wait(first, second, duration.map { max(0, $0.nanoseconds) } ?? -1)
    }
}
