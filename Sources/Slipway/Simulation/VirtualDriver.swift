internal import Synchronization

/// Runs a launch in virtual time on the calling thread: one step after another, and when no step is
/// possible at an instant, the next instant with one.
///
/// Must not be called by two threads at the same time.
package final class VirtualDriver: Sendable {
    package let launch: Launch
    private let world: VirtualWorld
    private let reporters: [any LaunchReporter]
    private let reader: EventReader?
    private let patience: Duration
    private let limit: Duration

    /// Why the driver stops.
    package enum Halt: Sendable {
        /// The launch has ended.
        case ended
        /// No event follows unless a call causes one.
        case quiet
        /// The last instant of the request was reached.
        case reachedInstant
        /// The bodies of these names wait for something outside virtual time, which did not come.
        case waitsOutside([String])
        /// Tasks continue endlessly at one instant without an effect on the launch; the bodies of
        /// these names run.
        case spins([String])
    }

    /// The number of jobs that may run at one instant without an event of the launch.
    private static let mostJobs = 250_000

    /// Prepares a launch.
    ///
    /// - Parameters:
    ///   - graph: The graph to launch.
    ///   - time: The virtual time; the launch's process starts at its present instant.
    ///   - seed: Chooses among the possible steps of the same instant; `nil` for their order of
    ///     arrival.
    ///   - jitter: The seed of the jitter of backoffs.
    ///   - width: The width of queues with automatic width; at least 1.
    ///   - patience: How long to wait, in real time, for something outside before time moves on.
    ///   - limit: How long to wait for something outside when there is nothing else.
    ///   - keeper: The store of the launch actions; `nil` for none.
    ///   - values: The store of operations' values; `nil` for none.
    ///   - isSuccessor: Whether the launch follows another one of its service.
    ///   - reporters: Get every event as it happens.
    package init(
        _ graph: Graph,
        in time: VirtualTime = VirtualTime(),
        seed: UInt64?,
        jitter: UInt64 = 0,
        width: Int,
        patience: Duration = .zero,
        limit: Duration = .zero,
        keeper: (any ActionKeeper)? = nil,
        values: (any ValueStore)? = nil,
        isSuccessor: Bool = false,
        reporters: [any LaunchReporter] = []
    ) {
        world = VirtualWorld(time, seed: seed)
        launch = Launch(
            graph,
            in: world,
            width: width,
            seed: jitter,
            keeper: keeper,
            values: values,
            isSuccessor: isSuccessor
        )
        self.patience = patience
        self.limit = limit
        self.reporters = reporters
        reader = reporters.isEmpty ? nil : EventReader(launch)
    }

    /// Prepares a simulation: bodies end, limits pass, bodies start, each in the order in which they came.
    ///
    /// - Parameters:
    ///   - graph: Its calls wait for the virtual time alone.
    ///   - terms: What else the simulation depends on.
    ///   - pauses: The backoffs after the attempts of operations, by the operations' numbers.
    convenience init(_ graph: Graph, _ terms: SimulationTerms, pauses: [Int: [Duration]]) {
        let time = VirtualTime()
        self.init(graph, in: time, seed: nil, jitter: terms.seed, width: terms.width)
        launch.state.withLock { state in
            state.machine.retries.known = pauses
            state.machine.plan.deadlineFrom = .processStart
        }
        time.move(to: time.now.advanced(by: max(.zero, terms.beforeLaunch)))
    }

    /// Continues the launch, or starts it at the first call.
    ///
    /// - Parameters:
    ///   - goal: When the launch is to stop by itself.
    ///   - end: The last instant; its events still happen.
    /// - Returns: Why the driver stopped.
    package func run(until goal: Launch.Goal, upTo end: Instant) -> Halt {
        start(until: goal)
        var jobs = 0
        var events: UInt64 = 0
        while true {
            deliver()
            let progress = launch.progress
            if case .ending(let ending) = progress.state, ending.step == .ended {
                world.close()
                launch.letGoOfCalls()
                return .ended
            }
            if progress.events != events { (jobs, events) = (0, progress.events) }
            guard jobs < Self.mostJobs else { return .spins(names(of: world.runningOperations)) }
            if step() {
                jobs += 1
            } else if let halt = moveOn(upTo: end) {
                return halt
            } else {
                jobs = 0
            }
        }
    }

    /// Ends the remains of a launch that is not driven any more.
    package func close() {
        launch.leaveParts()
        world.close()
    }

    /// Performs one of the steps that are possible at this instant.
    ///
    /// - Returns: Whether there was one. If not, a caller that drives several launches moves the
    ///   time of all of them.
    package func step() -> Bool {
        guard let step = world.next(starts: launch.startableRunners) else { return false }
        perform(step)
        return true
    }

    /// Starts the launch; a launch that has been started gets another goal.
    package func start(until goal: Launch.Goal) {
        launch.state.withLock { $0.goal = goal }
        switch (launch.progress.state, goal) {
        case (.idle, _): launch.perform { $0.start() }
        case (.ready, .ready), (.ready(isComplete: true), .complete):
            launch.stop(reason: "the launch is complete")
        case (.starting, _), (.ready, _), (.ending, _): return
        }
    }

    private func perform(_ step: VirtualWorld.Step) {
        switch step {
        case .job(let job): job.runSynchronously(on: world.asUnownedTaskExecutor())
        case .start(let runner): launch.startNext(runner, in: world)
        case .alarm(.timer(.timeout(let operation))): timePassed(of: operation)
        case .alarm(.timer(let timer)): launch.fired(timer)
        case .alarm(.call(let call)): call()
        case .alarm(.sleeper(let continuation)): continuation.resume()
        case .alarm(nil): return
        }
    }

    private func timePassed(of operation: Int) {
        let waitsOutside = world.operationsWaitingOutside.contains(operation)
        launch.perform { machine in
            machine.fired(.timeout(operation))
            if waitsOutside { machine.noteWaitOutsideTime(operation) }
        }
    }

    /// Moves on when no step is possible at this instant.
    ///
    /// - Returns: Why there is no next instant; `nil` if there is one.
    private func moveOn(upTo end: Instant) -> Halt? {
        let waitsOutside = world.waitingOutside > 0
        guard let next = world.time.next else {
            guard waitsOutside else { return .quiet }
            if world.waitOutside(upTo: limit) { return nil }
            return .waitsOutside(names(of: world.operationsWaitingOutside))
        }
        if waitsOutside, world.waitOutside(upTo: patience) { return nil }
        world.time.move(to: min(next, end))
        return next <= end ? nil : .reachedInstant
    }

    private func names(of operations: [Int]) -> [String] {
        launch.state.withLock { state in operations.map { state.machine.name(of: $0) } }
    }

    /// Reports the new events.
    private func deliver() {
        guard let reader else { return }
        while true {
            let batch = reader.read(upTo: 256)
            if batch.events.isEmpty { return }
            for event in batch.events {
                for reporter in reporters { reporter.report(event) }
            }
        }
    }
}

extension VirtualDriver {
    /// ``run(until:upTo:)`` on a thread of its own.
    package nonisolated(nonsending) func runAside(
        until goal: Launch.Goal,
        upTo end: Instant
    ) async -> Halt {
        // Without a thread the caller's does as well: it only waits for the result.
        guard let thread = try? OwnThread() else { return run(until: goal, upTo: end) }
        defer { thread.end() }
        // In the same task, so that bodies have the task-local values of the caller.
        return await withTaskExecutorPreference(thread) {
            await runConcurrently(until: goal, upTo: end)
        }
    }

    @concurrent
    private func runConcurrently(until goal: Launch.Goal, upTo end: Instant) async -> Halt {
        run(until: goal, upTo: end)
    }
}
