internal import Synchronization

extension Launch {
    /// Runs the launch on the process's first thread, which becomes the main queue, and blocks it
    /// until the launch has ended.
    ///
    /// To be called from a synchronous `main`: an `async` one has given thread 0 away before its
    /// first line. `@MainActor` code and `DispatchQueue.main` run on this thread meanwhile.
    /// SIGTERM and SIGINT stop the launch. If a main operation never returns after the launch has
    /// ended without it, the process exits with status 1: thread 0 cannot be had back.
    ///
    /// - Parameters:
    ///   - reporter: Who tells the world, for example `.systemd`.
    ///   - goal: Whether to stay once ready.
    /// - Throws: ``LaunchError``; when the launch failed, with its report.
    public func runOnMainThread(
        reportingTo reporter: some LaunchReporter,
        until goal: Goal = .stopped
    ) throws(LaunchError) {
        try runOnMainThread(reportingTo: [reporter], until: goal)
    }

    /// Runs the launch on the process's first thread, with any number of reporters.
    public func runOnMainThread(
        reportingTo reporters: [any LaunchReporter] = [],
        until goal: Goal = .stopped
    ) throws(LaunchError) {
        guard Thread.isFirst else { throw .notOnMainThread }
        let signals = Signals()
        defer { signals.close() }
        try run(reportingTo: reporters, until: goal, signals: signals) { _ in exitProcess() }
    }

    /// Runs the launch inside a program that has its own main: the main queue is serial and on one
    /// thread, but not on thread 0.
    ///
    /// Cancelling the calling task stops the launch.
    ///
    /// - Throws: ``LaunchError``; when the launch failed, with its report.
    public func run(
        reportingTo reporters: [any LaunchReporter] = [],
        until goal: Goal = .stopped
    ) async throws(LaunchError) {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                IdleThread.run("slipway-main") { [self] in
                    let resume = Once<Result<Void, LaunchError>> {
                        continuation.resume(returning: $0)
                    }
                    let result = Result { () throws(LaunchError) in
                        try run(reportingTo: reporters, until: goal, signals: nil) { resume($0) }
                    }
                    resume(result)
                }
            }
        } onCancel: {
            stop(reason: "the task that runs the launch was cancelled")
        }
        try result.get()
    }

    func run(
        reportingTo reporters: [any LaunchReporter],
        until goal: Goal,
        signals: Signals?,
        abandoned: @escaping @Sendable (Result<Void, LaunchError>) -> Void
    ) throws(LaunchError) {
        let isFirst = state.withLock { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
        guard isFirst else { throw .alreadyRun }
        let timekeeper = Timekeeper(
            watchesSignals: signals != nil,
            fired: { [self] timer in fired(timer) },
            caught: { [self] signal in stop(reason: Signals.name(of: signal)) }
        )
        pool.setSource(
            Pool.Source(
                runTurn: { [self] in runPoolTurn() },
                look: { [self] in poolWork },
                arm: { instant in timekeeper.arm(.relief, at: instant) }
            )
        )
        // Its first thread comes up while the rest is made ready.
        if graph.usesPool { pool.signal() }
        if CPUs.usable > 1 { pool.beginLookout() }
        let hub = reporters.isEmpty ? nil : EventHub(source: self, reporters: reporters)
        // As long as its thread comes back in no time, a launch needs nobody to watch the clock, or to
        // tell what happens.
        let absence = { [self] in
            // First what there has to be a thread for.
            hub?.start()
            timekeeper.start()
            pool.endLookout()
        }
        let session = Session(
            hub: hub,
            timekeeper: timekeeper,
            reporters: reporters,
            goal: goal,
            abandoned: abandoned
        )
        state.withLock { state in
            state.session = session
            state.machine.endsWhenReady = goal == .ready
        }
        loop.setHurried(true)
        begin()
        startWorkerAhead()
        hub?.startWhenNeeded()
        let turn = MainLoop.Turn(
            run: { [self] in runMainTurn(beforeBody: absence) },
            beforeRest: { [self] in pool.endLookout() },
            beforeAbsence: absence
        )
        loop.run(turn, drainingDispatch: signals != nil)
        hasLeft.notify()
        // If another thread sees to it, a body that was left behind came back that very moment.
        try (conclude(session) ?? result).get()
    }

    private func begin() {
        perform { machine, now in
            machine.start(at: now)
        } after: { _, _ in
            // With the lock held: whoever makes something startable after this calls a thread that
            // sees it.
            hasBegun.store(true, ordering: .releasing)
        }
    }

    /// Ends the threads and delivers what there is to tell.
    ///
    /// - Returns: How the launch ended; `nil` when another thread sees to it.
    func conclude(_ session: Session) -> Result<Void, LaunchError>? {
        let isFirst = state.withLock { state in
            defer { state.hasConcluded = true }
            return !state.hasConcluded
        }
        guard isFirst else { return nil }
        session.timekeeper.stop()
        pool.setSource(nil)
        session.hub?.close()
        state.withLock { $0.session = nil }
        return result
    }

    /// How the launch, which has ended, did so.
    private var result: Result<Void, LaunchError> {
        let isFailed = state.withLock { $0.machine.phase == .failed }
        return isFailed ? .failure(.failed(report)) : .success(())
    }
}
