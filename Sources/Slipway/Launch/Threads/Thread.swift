internal import CSlipway
internal import Glibc

/// A thread for something that is waited for; what nobody waits for is ``IdleThread``'s alone.
struct Thread: Sendable {
    private let end = Parker()

    /// Runs `body` on a thread of its own; `name` (at most 15 bytes) is what `ps -L` and `perf` show
    /// meanwhile.
    ///
    /// `nil` when the process may have no further thread: nothing is run.
    init?(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
        if IdleThread.run(name, notifying: end, body) != nil { return nil }
    }

    /// Blocks until `body` has returned; once at most.
    func join() { _ = end.wait() }

    /// Whether the calling thread is the process's first.
    static var isFirst: Bool { slipway_thread_id() == getpid() }
}

/// Ends the process at once, with status 1: its first thread cannot be had back.
func exitProcess() -> Never { _exit(1) }
