internal import CSlipway
internal import Glibc

/// A thread of the launch's own.
struct Thread: Sendable {
    private let handle: pthread_t

    /// Starts a thread; `name` (at most 15 bytes) is what `ps -L` and `perf` show.
    ///
    /// - Precondition: The process may have another thread; without its helpers a launch could
    ///   neither time out nor tell anybody.
    init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(name, body))
        var created = pthread_t()
        let failure = pthread_create(
            &created,
            nil,
            { context in
                guard let context else { return nil }
                let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
                slipway_name_thread(start.name.utf8Start)
                start.body()
                return nil
            },
            start.toOpaque()
        )
        precondition(failure == 0, "cannot start thread '\(name)': errno \(failure)")
        handle = created
    }

    /// Blocks until the thread has ended; once at most, and instead of ``detach()``.
    func join() { pthread_join(handle, nil) }

    /// Lets the thread go: nobody will wait for it.
    func detach() { pthread_detach(handle) }

    /// Whether the calling thread is the process's first.
    static var isFirst: Bool { slipway_thread_id() == getpid() }

    private final class Start: Sendable {
        let name: StaticString
        let body: @Sendable () -> Void

        init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}

/// Ends the process at once, with status 1: its first thread cannot be had back.
func exitProcess() -> Never { _exit(1) }
