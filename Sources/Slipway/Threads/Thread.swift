internal import CSlipway
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A thread of the process.
package struct Thread: Sendable {
    private let end: Parker

    /// The signals that a thread blocks.
    package enum Mask {
        /// The signals that the process's first thread blocks: programs that a body starts inherit
        /// no signals that the caller blocked.
        case ofFirstThread
        /// All signals: the thread's system calls are not interrupted.
        case full
    }

    /// Runs `body` on a new thread, which ends with it.
    ///
    /// - Parameters:
    ///   - name: The name in `ps -L` and `perf`; at most 15 bytes.
    ///   - mask: Which signals it blocks. Default: those of the process's first thread.
    ///   - body: The work, which may block.
    /// - Throws: ``Refusal``, if the process cannot get a further thread; nothing runs then.
    @discardableResult
    package init(
        _ name: StaticString,
        blocking mask: Mask = .ofFirstThread,
        _ body: @escaping @Sendable () -> Void
    ) throws(Refusal) {
        let work = Unmanaged.passRetained(Work(name, body))
        end = work.takeUnretainedValue().end
        let failure = mask.whileSet {
            slipway_start_thread({ Work.run(Unmanaged.fromOpaque($0)) }, work.toOpaque())
        }
        guard failure == 0 else {
            work.release()
            throw Refusal(code: failure)
        }
    }

    /// Blocks until `body` has returned and was released, but not longer than `limit`; call it once at
    /// most.
    ///
    /// - Returns: Whether `body` has returned.
    package func join(within limit: Duration) -> Bool { end.wait(upTo: limit) }

    /// The calling thread is the process's first.
    package static var isFirst: Bool { slipway_thread_id() == getpid() }

    /// Why no further thread could be started.
    package struct Refusal: Error, CustomStringConvertible {
        /// The error number.
        package let code: Int32

        /// The usual cause; `nil` if that is not known.
        package var hint: String? {
            switch code {
            case EAGAIN: "see TasksMax= of the unit, and the limit on processes (RLIMIT_NPROC)"
            // The C library tries clone(2) only after ENOSYS, and asks the kernel for nothing that
            // needs a right.
            case EPERM:
                "the C library makes threads with clone3(2), which a filter of system calls (seccomp) has to allow "
                    + "or to answer with ENOSYS: update the container runtime, or its filter"
            default: nil
            }
        }

        /// The system's text, and the hint.
        package var description: String {
            let words = String(cString: strerror(code))
            return hint.map { "\(words); \($0)" } ?? words
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
            // Released first: a thread that waits for the end may check that the body is released.
            work.release()
            end.notify()
        }
    }
}

extension Thread.Mask {
    /// Calls `body`, which creates a thread, with this mask, which the thread inherits.
    fileprivate func whileSet(_ body: () -> Int32) -> Int32 {
        var own = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &own)
        var mask = signals(own)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        defer { pthread_sigmask(SIG_SETMASK, &own, nil) }
        return body()
    }

    /// The signals to block, where the calling thread blocks `own`.
    private func signals(_ own: sigset_t) -> sigset_t {
        let isFirst = Thread.isFirst
        if isFirst { Self.firstThread.withLock { $0 = own } }
        switch self {
        case .ofFirstThread: return isFirst ? own : Self.readFirstThread() ?? own
        case .full:
            var all = sigset_t()
            sigfillset(&all)
            return all
        }
    }

    /// The first thread's mask, which the host chose, as it was when that thread last started
    /// another one.
    ///
    /// Only the first thread itself can tell its mask: another thread may read the mask of a moment
    /// in which the C library starts something there.
    private static let firstThread = Mutex<sigset_t?>(nil)

    /// The first thread's mask, read once if that thread has started none; `nil` when it cannot be read.
    private static func readFirstThread() -> sigset_t? {
        firstThread.withLock { known in
            if known != nil { return known }
            var mask = sigset_t()
            if slipway_first_thread_mask(&mask) == 0 { known = mask }
            return known
        }
    }
}

/// Ends the process at once, with status 1: its first thread is still occupied.
func exitProcess() -> Never { _exit(1) }
