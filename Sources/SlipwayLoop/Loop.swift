/// The process's one event loop: sd-event on a thread of its own.
///
/// What is isolated to `@Loop` runs on that thread, one piece after another, and may hold
/// descriptors, timers and connections without a lock. It must never block: everybody else waits.
///
/// The thread starts with the first ``start()`` and stays until the process ends; a thread that
/// waits in `epoll_wait` costs nothing.
@globalActor
package actor Loop {
    package static let shared = Loop()

    private init() {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        LoopExecutor.shared.asUnownedSerialExecutor()
    }

    /// Starts the loop, unless it runs already.
    ///
    /// To be called before anything is isolated to the loop: without its thread that would wait
    /// for ever.
    ///
    /// - Throws: What the loop needs cannot be had: descriptors, memory or a thread. It can be
    ///   tried again.
    package static func start() throws(LoopError) {
        try LoopExecutor.shared.start()
    }

    /// Runs `work` on the loop, after everything that was posted before; from any thread, without
    /// waiting.
    package static func post(_ work: @escaping @Loop @Sendable () -> Void) {
        LoopExecutor.shared.post(work)
    }

    /// Runs `body` here and now, where the compiler cannot see that this is the loop's thread.
    ///
    /// - Precondition: It is.
    static func assumeIsolated<Result>(_ body: @Loop () -> Result) -> Result {
        shared.preconditionIsolated()
        return withoutActuallyEscaping(body) { body in
            // Isolation is not a part of a function's representation; the standard library's
            // `MainActor.assumeIsolated` does the same.
            unsafeBitCast(body, to: (() -> Result).self)()
        }
    }
}
