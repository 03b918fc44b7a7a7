internal import Glibc
internal import Synchronization

extension Launch {
    /// Runs the launch on the process's first thread, which becomes the main queue, and blocks it
    /// until the launch has ended.
    ///
    /// To be called from a synchronous `main`: an `async` one has given thread 0 away before its
    /// first line. `@MainActor` code and `DispatchQueue.main` run on this thread meanwhile.
    /// SIGTERM, SIGINT and SIGQUIT stop the launch, a second one ends the grace. If a main operation never returns after the launch has
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
        try runOnFirstThread(reportingTo: reporters, until: goal, watchesSignals: true)
    }

    /// Runs the launch on the process's first thread for a caller that takes the signals itself.
    package func runOnMainThreadWithoutSignals(
        reportingTo reporters: [any LaunchReporter]
    ) throws(LaunchError) {
        guard Thread.isFirst else { throw .notOnMainThread }
        try runOnFirstThread(reportingTo: reporters, until: .stopped, watchesSignals: false)
    }

    private func runOnFirstThread(
        reportingTo reporters: [any LaunchReporter],
        until goal: Goal,
        watchesSignals: Bool
    ) throws(LaunchError) {
        let place = Place(isFirstThread: true, watchesSignals: watchesSignals)
        try run(reportingTo: reporters, until: goal, on: place) { _ in exitProcess() }
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
                let resume = Once<Result<Void, LaunchError>> {
                    continuation.resume(returning: $0)
                }
                let refusal = IdleThread.run("slipway-main") { [self] in
                    let result = Result { () throws(LaunchError) in
                        let place = Place(isFirstThread: false, watchesSignals: false)
                        try run(reportingTo: reporters, until: goal, on: place) { resume($0) }
                    }
                    resume(result)
                }
                if let refusal { resume(.failure(.cannotBegin(reason: "\(refusal)"))) }
            }
        } onCancel: {
            stop(reason: "the task that runs the launch was cancelled")
        }
        try result.get()
    }

    /// Where a launch runs.
    private struct Place {
        /// The process's first thread, where the Dispatch main queue runs too.
        let isFirstThread: Bool
        let watchesSignals: Bool
    }

    private func run(
        reportingTo reporters: [any LaunchReporter],
        until goal: Goal,
        on place: Place,
        abandoned: @escaping @Sendable (Result<Void, LaunchError>) -> Void
    ) throws(LaunchError) {
        let isFirst = state.withLock { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
        guard isFirst else { throw .alreadyRun }
        do throws(LaunchError) {
            try prepare(forReporters: reporters.count)
        } catch {
            state.withLock { $0.hasRun = false }
            throw error
        }
        let timekeeper = Timekeeper(
            watchesSignals: place.watchesSignals,
            fired: { [self] timer in fired(timer) },
            caught: { [self] signal in caught(signal) }
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
        loop.run(turn, drainingDispatch: place.isFirstThread)
        hasLeft.notify()
        // If another thread sees to it, a body that was left behind came back that very moment.
        try (conclude(session) ?? result).get()
    }

    /// Sees to it that the descriptors and threads are there that a launch cannot be without.
    private func prepare(forReporters count: Int) throws(LaunchError) {
        if let code = loop.failure ?? Wakeup.shortage {
            let words = String(cString: strerror(code))
            throw .cannotBegin(reason: "cannot make an event counter: \(words)")
        }
        let threads = count + (graph.usesPool ? 1 : 0)
        if let refusal = AlarmThread.prepare() ?? IdleThread.prepare(threads) {
            throw .cannotBegin(reason: "cannot start a thread: \(refusal)")
        }
    }

    /// The first signal stops the launch, the next one ends the grace.
    private func caught(_ signal: Int32) {
        let isFirst = state.withLock { state in
            defer { state.wasSignalled = true }
            return !state.wasSignalled
        }
        if isFirst { stop(reason: Signals.name(of: signal)) } else { endGrace() }
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
