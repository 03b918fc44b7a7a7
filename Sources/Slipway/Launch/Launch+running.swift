internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

extension Launch {
    /// Runs the launch on the process's first thread, which becomes the main queue, and blocks it
    /// until the launch has ended.
    ///
    /// To be called from a synchronous `main`: an `async` one has given thread 0 away before its
    /// first line. `@MainActor` code and `DispatchQueue.main` run on this thread meanwhile.
    /// SIGTERM, SIGINT and SIGQUIT stop the launch, a second signal ends the grace; after the
    /// launch they act as before. If a main operation never returns after the launch has ended
    /// without it, or `@MainActor` code holds up the thread for the plan's grace, standard error
    /// names it and the process exits with status 1: thread 0 cannot be had back. A launch is
    /// refused here if a body of another launch would run it.
    ///
    /// - Parameters:
    ///   - reporter: Tells the world, for example `.systemd`.
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
        try runOnMainThread(reportingTo: reporters, until: goal, catching: Signals())
    }

    /// Runs the launch on the process's first thread, and catches these signals: a signal that the
    /// caller has held stops the launch at once.
    package func runOnMainThread(
        reportingTo reporters: [any LaunchReporter],
        until goal: Goal = .stopped,
        catching signals: Signals
    ) throws(LaunchError) {
        guard Thread.isFirst else { throw .notOnMainThread }
        guard signals.capture() else {
            throw .cannotBegin(
                reason:
                    "another launch runs on this process's main thread; use run() for one of them"
            )
        }
        defer { signals.release() }
        try runOnFirstThread(reportingTo: reporters, until: goal, catchingSignals: true)
    }

    private func runOnFirstThread(
        reportingTo reporters: [any LaunchReporter],
        until goal: Goal,
        catchingSignals: Bool
    ) throws(LaunchError) {
        // Before the first operation, which may take the last descriptor.
        try Self.check(MainLoop.prepareForDispatch())
        let session = try prepare(reporters, until: goal, catchingSignals: catchingSignals) {
            [name] result, words in
            // The thread that would throw the error is the one that does not come back, and without
            // reporters nothing else tells the failure.
            if case .failure(let error) = result, reporters.isEmpty {
                for line in error.lines { StandardError.write("slipway: \(line)") }
            }
            StandardError.write(
                "slipway: '\(name)' has ended, but \(words); the process exits with status 1"
            )
            exitProcess()
        }
        let starter = Task(executorPreference: pool) { [self] in await startWorkers() }
        begin()
        let result = runMainLoop(session, drainingDispatch: true)
        withExtendedLifetime(starter) {}
        try result?.get()
    }

    /// Runs the launch inside a program that has its own main: the main queue is serial and on one
    /// thread, but not on thread 0.
    ///
    /// Cancelling the calling task stops the launch. Bodies have the task-local values of the calling
    /// task.
    ///
    /// - Throws: ``LaunchError``; when the launch failed, with its report.
    public func run(
        reportingTo reporters: [any LaunchReporter] = [],
        until goal: Goal = .stopped
    ) async throws(LaunchError) {
        let end = Promise<Result<Void, LaunchError>>()
        let session = try prepare(reporters, until: goal, catchingSignals: false) {
            result,
            _ in end.resolve(result)
        }
        do throws(Thread.Refusal) {
            try Thread("slipway-main") { [self] in
                begin()
                if let result = runMainLoop(session, drainingDispatch: false) {
                    end.resolve(result)
                }
            }
        } catch {
            abandon(session)
            throw .cannotBegin(reason: "cannot start a thread: \(error)")
        }
        let result = await withTaskCancellationHandler {
            await withTaskExecutorPreference(pool) { await startWorkers() }
            return await end.value()
        } onCancel: {
            stop(reason: "the task that runs the launch was cancelled")
        }
        try result.get()
    }

    /// Prepares all that a launch cannot be without, before its first operation.
    func prepare(
        _ reporters: [any LaunchReporter],
        until goal: Goal,
        catchingSignals: Bool,
        abandoned: @escaping @Sendable (Result<Void, LaunchError>, String) -> Void
    ) throws(LaunchError) -> Session {
        let isFirst = state.withLock { state in
            guard case .unused = state.run else { return false }
            state.run = .claimed
            return true
        }
        guard isFirst else { throw .alreadyRun }
        let session = Session(
            pumps: reporters.map { ObserverPump($0, self) },
            clock: clock(catchingSignals: catchingSignals),
            catchesSignals: catchingSignals,
            reporters: reporters,
            abandoned: abandoned
        )
        state.withLock { state in
            state.run = .running(session)
            state.goal = goal
        }
        do throws(LaunchError) {
            try start(session)
        } catch {
            abandon(session)
            throw error
        }
        return session
    }

    private func clock(catchingSignals: Bool) -> Clock<ClockTimer> {
        let onSignal: @Sendable () -> Void = { [self] in readSignals() }
        return Clock(fired: { [self] in fired($0) }, readSignals: catchingSignals ? onSignal : nil)
    }

    private func fired(_ timer: ClockTimer) {
        switch timer {
        case .machine(let timer):
            if timer == .deadline {
                state.withLock { $0.machine.slots.heldThread = loop.kept(at: .now) }
            }
            fired(timer)
        case .pool: pool.relieve()
        case .sleeper(let number): sleepers.wake(number)
        case .leave: leave()
        }
    }

    static func check(_ failure: Int32?) throws(LaunchError) {
        guard let failure else { return }
        let words = String(cString: strerror(failure))
        throw .cannotBegin(reason: "cannot make an event counter: \(words)")
    }

    /// Takes early the descriptor that a launch on the process's first thread needs, while no other
    /// thread can take the last one; without it the launch will not begin.
    package static func prepareMainThread() { _ = MainLoop.prepareForDispatch() }

    private func start(_ session: Session) throws(LaunchError) {
        try Self.check(loop.failure)
        do throws(Thread.Refusal) {
            try session.clock.start()
            let clock = session.clock
            let (count, width) = state.withLock { ($0.threadCount, $0.machine.slots.poolWidth) }
            try pool.start(count, upTo: width) {
                clock.arm(.pool, at: .now.advanced(by: Pool.patience))
            }
            for pump in session.pumps { try pump.start() }
        } catch {
            throw .cannotBegin(reason: "cannot start a thread: \(error)")
        }
    }

    /// Lets go of what was prepared for a launch that cannot begin; the launch may be run again.
    private func abandon(_ session: Session) {
        session.clock.stop()
        pool.close()
        for pump in session.pumps { pump.abandon() }
        state.withLock { $0.run = .unused }
    }

    /// Acts on a signal that was caught: the first stops the launch, the next one ends the grace.
    ///
    /// Returns once the signal is acted on, also when another thread does that.
    func readSignals() {
        wasSignalled.withLock { wasSignalled in
            // With the launch's lock held: a signal that is caught after the launch's end is the
            // next launch's.
            let signal = state.withLock { state in
                state.session?.catchesSignals == true ? Signals.take() : nil
            }
            guard let signal else { return }
            defer { wasSignalled = true }
            guard wasSignalled else { return stop(reason: Signals.name(of: signal)) }
            // When a terminal is gone, SIGHUP may come more than once.
            if signal != Signals.hangUp { endGrace() }
        }
    }

    func begin() {
        if world == nil {
            loop.measure(for: self, from: MainBlock.least) { [weak self] start, end in
                self?.state.withLock { state in
                    guard !state.machine.course.hasEnded else { return }
                    state.machine.slots.mainBlock = MainBlock(startedAt: start, endedAt: end)
                }
            }
        }
        perform { $0.start() }
    }

    /// Runs the main queue on the calling thread until the launch has ended.
    ///
    /// - Returns: How the launch ended; `nil` when another thread has told it: a body that was left
    ///   behind came back that very moment.
    private func runMainLoop(
        _ session: Session,
        drainingDispatch: Bool
    ) -> Result<Void, LaunchError>? {
        loop.run(drainingDispatch: drainingDispatch)
        return conclude(session)
    }

    /// Ends the threads and delivers what there is to tell.
    ///
    /// - Returns: How the launch ended; `nil` when another thread sees to it.
    func conclude(_ session: Session) -> Result<Void, LaunchError>? {
        let isFirst = state.withLock { state in
            guard case .running = state.run else { return false }
            state.run = .concluded
            // Otherwise each launch of a service would hold all of its successors.
            state.succession = nil
            return true
        }
        guard isFirst else { return nil }
        // The session outlives the lock above: what ends with the session takes the lock.
        defer { withExtendedLifetime(session) {} }
        session.clock.stop()
        sleepers.end()
        close(session.pumps)
        if let values, !values.end(within: Self.reporterGrace) {
            StandardError.write(
                "slipway: '\(name)' ends before all values of operations were stored: that took "
                    + "longer than \(Self.reporterGrace.timespan)"
            )
        }
        pool.close()
        letGoOfCalls()
        return result
    }

    /// The time that a reporter may take, once the launch has ended, for the events that it has yet
    /// to hear, and a store of values for the values that it has yet to write.
    private static let reporterGrace = Duration.seconds(5)

    /// Waits for the reporters, and goes on without those that do not return.
    private func close(_ pumps: [ObserverPump]) {
        let end = Instant.now.advanced(by: Self.reporterGrace)
        for pump in pumps where !pump.close(within: Instant.now.duration(to: end)) {
            StandardError.write(
                "slipway: '\(name)' ends without its reporter \(pump.name), which has not returned "
                    + "within \(Self.reporterGrace.timespan)"
            )
        }
    }

    /// The result of the launch, which has ended.
    private var result: Result<Void, LaunchError> {
        let isFailed = state.withLock { $0.machine.phase == .failed }
        return isFailed ? .failure(.failed(report)) : .success(())
    }
}
