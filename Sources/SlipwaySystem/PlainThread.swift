internal import Glibc

/// A thread for blocking work.
///
/// Dispatch would wait silently if no thread is available.
package enum PlainThread {
    /// Runs `work` on a new thread, with every signal blocked.
    ///
    /// - Parameter work: The work, which may block; the thread ends with it.
    /// - Throws: No thread is available.
    package static func run(_ work: @escaping @Sendable () -> Void) throws(ErrorNumber) {
        let reference = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let code = withSignalsBlocked {
            pthread_create(
                &thread,
                nil,
                { pointer in
                    guard let pointer else { return nil }
                    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                    return nil
                },
                reference.toOpaque()
            )
        }
        guard code == 0 else {
            reference.release()
            throw ErrorNumber(code)
        }
        pthread_detach(thread)
    }

    /// The threads that `body` starts inherit the mask.
    private static func withSignalsBlocked(_ body: () -> Int32) -> Int32 {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
