/// The process's one event loop: sd-event on a thread of its own.
///
/// What is isolated to `@Loop` runs on that thread, one piece after another, and may hold
/// descriptors, timers and connections without a lock. It must never block: everybody else waits.
///
/// The thread starts with the first ``start()`` and stays until the process ends; one that waits in
/// `epoll_wait` costs nothing.
@globalActor
package actor Loop {
    package static let shared = Loop()

    private init() {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        LoopExecutor.shared.asUnownedSerialExecutor()
    }

    /// Makes the loop, but not its thread yet: until ``start()`` the calling thread takes its place.
    ///
    /// What a process needs from the start is set up so before there is another thread, and the
    /// first one waits for none. To be called once, before ``start()``.
    ///
    /// - Throws: What the loop needs cannot be had: descriptors or memory.
    package static func prepare() throws(LoopError) {
        try LoopExecutor.shared.prepare()
    }

    /// Starts the loop's thread, unless it runs already.
    ///
    /// To be called before anything is isolated to the loop: without its thread that would wait
    /// for ever.
    ///
    /// - Throws: What the loop needs cannot be had: descriptors, memory or a thread. It can be
    ///   tried again.
    package static func start() throws(LoopError) {
        try LoopExecutor.shared.start()
    }

    /// Runs `body` on the loop, and blocks the calling thread until it has ended.
    ///
    /// It runs after everything that was posted before; on the loop's own thread it runs at once.
    /// The loop must have been started, or prepared by the calling thread.
    package static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Loop @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if LoopExecutor.shared.isOnThread {
            return try assumeIsolated { () -> Result<Value, Failure> in outcome(of: body) }.get()
        }
        let handover = Handover<Value, Failure>()
        post { handover.give(outcome(of: body)) }
        return try handover.take()
    }

    @Loop
    private static func outcome<Value, Failure: Error>(
        of body: @Loop () throws(Failure) -> Value
    ) -> Result<Value, Failure> {
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
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
