internal import Glibc
internal import SlipwaySystem

/// A thread for what blocks.
///
/// Dispatch would wait, without a word, for a thread that cannot be had.
enum PlainThread {
    /// Runs `work` on a new thread.
    ///
    /// - Throws: There is no thread to be had.
    static func run(_ work: @escaping @Sendable () -> Void) throws(ErrorNumber) {
        pthread_detach(try start(work))
    }

    /// Whether a thread can be had now: starts one that ends at once.
    static func check() throws(ErrorNumber) {
        pthread_join(try start {}, nil)
    }

    /// Calls `body` with every signal blocked: threads that it starts leave them to the others.
    static func withSignalsBlocked<Result, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    private static func start(
        _ work: @escaping @Sendable () -> Void
    ) throws(ErrorNumber) -> pthread_t {
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
        return thread
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
