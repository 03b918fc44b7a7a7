/// The process's first thread as the main queue of launches that follow one another, or overlap: the
/// generations of a service.
package struct MainThread: Sendable {
    let loop = MainLoop()

    /// Creates a main queue; nothing runs there before ``run()``.
    package init() {}

    /// Runs the main queue on the calling thread, the process's first, until ``end()``.
    ///
    /// - Throws: ``LaunchError/notOnMainThread`` on another thread.
    package func run() throws(LaunchError) {
        guard Thread.isFirst else { throw .notOnMainThread }
        loop.run(drainingDispatch: true)
    }

    /// Has ``run()`` return, once all launches have ended.
    package func end() { loop.stop() }
}

extension Launch {
    /// The time for which something has held up the main queue; `nil` if nothing does.
    ///
    /// The watchdog of the service manager gets no sign of life meanwhile.
    package func mainQueueHeldFor(at now: Instant = .now) -> Duration? { loop.passLength(at: now) }

    /// Runs the launch, whose main queue is on a `MainThread`; returns once it has begun.
    ///
    /// - Parameters:
    ///   - reporters: Tell the world.
    ///   - completion: Called with how the launch ended, from a thread of its own.
    /// - Throws: ``LaunchError`` if the launch cannot begin; `completion` is not called then.
    package func start(
        reportingTo reporters: [any LaunchReporter],
        completion: @escaping @Sendable (Result<Void, LaunchError>) -> Void
    ) throws(LaunchError) {
        // Before the first operation, which may take the last descriptor.
        try Self.check(MainLoop.prepareForDispatch())
        let session = try prepare(reporters, until: .stopped, catchingSignals: false) {
            result,
            _ in completion(result)
        }
        let starter = Task(executorPreference: pool) { [self] in await startWorkers() }
        begin()
        // The launch may have failed before it began.
        if state.withLock({ $0.machine.course.hasEnded }) { leave(session, "") }
        withExtendedLifetime(starter) {}
    }
}
