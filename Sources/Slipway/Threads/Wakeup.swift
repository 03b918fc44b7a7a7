internal import CSlipway

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A descriptor of the kernel that a thread can sleep on: an eventfd, or on macOS a kqueue.
///
/// A wake is one system call, from any thread or signal handler, and is never lost: a wake before the
/// sleep ends the sleep at once.
struct Wakeup: Sendable {
    let descriptor: Int32
    /// The error number if it could not be created; `nil` if it was.
    let failure: Int32?

    /// Creates a descriptor that nothing has woken, unless the process has no free one.
    init() {
        descriptor = slipway_event_counter()
        failure = descriptor < 0 ? errno : nil
    }

    /// The error number if a further descriptor could not be created now; `nil` if it could.
    ///
    /// Dispatch creates a descriptor for the main queue, and ends the process if it cannot.
    static var shortage: Int32? {
        let probe = Wakeup()
        probe.close()
        return probe.failure
    }

    func wake() { slipway_wake(descriptor) }

    /// Forgets the wakes so far, without blocking.
    func clear() { slipway_forget_wakes(descriptor) }

    func close() { if descriptor >= 0 { slipway_close(descriptor) } }

    /// Blocks the calling thread until one of two descriptors was woken, `duration` has passed
    /// (`nil`: no limit), or a signal arrives; a negative descriptor is ignored.
    static func wait(for first: Int32, _ second: Int32 = -1, upTo duration: Duration?) {
        slipway_wait(first, second, duration.map { max(0, $0.nanoseconds) } ?? -1)
    }
}
