internal import CSlipway
internal import Glibc

/// A thread of the process.
struct Thread: Sendable {
    private let end: Parker

    /// Runs `body` on a new thread, which ends with it.
    ///
    /// Its signal mask is that of the process's first thread: what a body spawns inherits no blocked
    /// signals from its caller.
    ///
    /// - Parameters:
    ///   - name: What `ps -L` and `perf` show; at most 15 bytes.
    ///   - body: What to run.
    /// - Throws: The process may have no further thread; nothing is run.
    @discardableResult
    init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) throws(Refusal) {
        let work = Unmanaged.passRetained(Work(name, body))
        end = work.takeUnretainedValue().end
        var created = pthread_t()
        let failure = FirstThread.withSignalMask {
            pthread_create(
                &created,
                nil,
                { context in
                    guard let context else { return nil }
                    Work.run(Unmanaged.fromOpaque(context))
                    return nil
                },
                work.toOpaque()
            )
        }
        guard failure == 0 else {
            work.release()
            throw Refusal(code: failure)
        }
        pthread_detach(created)
    }

    /// Blocks until `body` has returned and nothing of it is left; once at most.
    func join() { _ = end.wait() }

    /// The same, not longer than `limit`.
    ///
    /// - Returns: Whether it has returned.
    func join(within limit: Duration) -> Bool { end.wait(upTo: limit) }

    /// Whether the calling thread is the process's first.
    static var isFirst: Bool { slipway_thread_id() == getpid() }

    /// Why there is no further thread.
    struct Refusal: Error, CustomStringConvertible {
        let code: Int32

        /// The system's words, and what usually limits the number of threads.
        var description: String {
            let words = String(cString: strerror(code))
            guard code == EAGAIN else { return words }
            return "\(words); see TasksMax= of the unit, and the limit on processes (RLIMIT_NPROC)"
        }
    }

    private final class Work: Sendable {
        let end = Parker()
        private let name: StaticString
        private let body: @Sendable () -> Void

        init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        static func run(_ work: Unmanaged<Work>) {
            let end = work._withUnsafeGuaranteedRef { work in
                slipway_name_thread(work.name.utf8Start)
                work.body()
                return work.end
            }
            // First: a thread that waits for the end may look whether something of the body is left.
            work.release()
            end.notify()
        }
    }
}

/// The process's first thread, whose signal mask says what the host wants.
private enum FirstThread {
    /// Calls `body`, which makes a thread, with the first thread's mask.
    static func withSignalMask(_ body: () -> Int32) -> Int32 {
        guard !Thread.isFirst, var mask else { return body() }
        var own = sigset_t()
        pthread_sigmask(SIG_SETMASK, &mask, &own)
        defer { pthread_sigmask(SIG_SETMASK, &own, nil) }
        return body()
    }

    /// As it was when another thread made one for the first time; `nil` when it cannot be read.
    private static let mask: sigset_t? = {
        var mask = sigset_t()
        return slipway_first_thread_mask(&mask) == 0 ? mask : nil
    }()
}

/// Ends the process at once, with status 1: its first thread cannot be had back.
func exitProcess() -> Never { _exit(1) }
