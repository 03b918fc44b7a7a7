internal import CSlipway
internal import Glibc

/// An eventfd that a thread can sleep on.
///
/// A wake is one write, from any thread or signal handler, and is never lost: a wake before the
/// sleep ends the sleep at once.
struct Wakeup: Sendable {
    let descriptor: Int32
    /// The error number if the eventfd could not be created; `nil` if it was.
    let failure: Int32?

    /// Creates an eventfd at zero, unless the process has no free descriptor.
    init() {
        descriptor = slipway_event_counter()
        failure = descriptor < 0 ? errno : nil
    }

    /// The error number if a further eventfd could not be created now; `nil` if it could.
    ///
    /// Dispatch creates its own for the main queue, and ends the process if it cannot.
    static var shortage: Int32? {
        let probe = Wakeup()
        probe.close()
        return probe.failure
    }

    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Resets the counter without blocking.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    func close() { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

    /// Blocks the calling thread until one of two eventfds is above zero, `duration` has passed
    /// (`nil`: no limit), or a signal arrives; a negative descriptor is ignored.
    static func wait(for first: Int32, _ second: Int32 = -1, upTo duration: Duration?) {
        slipway_wait(first, second, duration.map { max(0, $0.nanoseconds) } ?? -1)
    }
}
