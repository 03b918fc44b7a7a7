internal import Slipway

/// The process's only event loop: sd-event on its own thread.
///
/// Code isolated to `@Loop` runs on that thread, one piece at a time, and may hold descriptors,
/// timers and connections without a lock. It must never block: all other work of the loop would
/// wait.
///
/// The thread starts with the first ``start()`` and stays until the process ends; while it waits in
/// `epoll_wait` it costs nothing.
@globalActor
package actor Loop {
    package static let shared = Loop()

    private init() {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        LoopExecutor.shared.asUnownedSerialExecutor()
    }

    /// Creates the loop without its thread: until ``start()`` the calling thread runs the loop's
    /// code.
    ///
    /// So a process can set up what it needs before other threads exist. Call it once, before
    /// ``start()``.
    ///
    /// - Throws: Descriptors or memory are not available.
    package static func prepare() throws(LoopError) {
        try LoopExecutor.shared.prepare()
    }

    /// Starts the loop's thread, unless it runs.
    ///
    /// Call it before any code is isolated to the loop: without the thread that code would wait for
    /// ever.
    ///
    /// - Throws: Descriptors, memory or a thread are not available; the call can be repeated.
    package static func start() throws(LoopError) {
        try LoopExecutor.shared.start()
    }

    /// Runs `body` on the loop, and blocks the calling thread until `body` has returned.
    ///
    /// `body` runs after everything that was posted before; on the loop's own thread it runs at
    /// once. The loop must have been started, or prepared by the calling thread.
    package static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Loop @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if LoopExecutor.shared.isOnThread {
            return try assumeIsolated { () -> Result<Value, Failure> in outcome(of: body) }.get()
        }
        let result = Promise<Result<Value, Failure>>()
        post { result.resolve(outcome(of: body)) }
        return try result.wait().get()
    }

    @Loop
    private static func outcome<Value, Failure: Error>(
        of body: @Loop () throws(Failure) -> Value
    ) -> Result<Value, Failure> {
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }

    /// Runs `work` on the loop after everything that was posted before; may be called from any
    /// thread, and does not wait.
    package static func post(_ work: @escaping @Loop @Sendable () -> Void) {
        LoopExecutor.shared.post(work)
    }

    /// Runs `body` on the spot, where the compiler cannot see that this is the loop's thread.
    ///
    /// - Precondition: The calling thread is the loop's.
    package static func assumeIsolated<Result>(_ body: @Loop () -> Result) -> Result {
        shared.preconditionIsolated()
        return withoutActuallyEscaping(body) { body in
            // Isolation is not part of a function's representation; the standard library's
            // `MainActor.assumeIsolated` does the same.
            unsafeBitCast(body, to: (() -> Result).self)()
        }
    }
}
