internal import CSlipway
internal import Synchronization

/// One execution of a graph: from the process's start to ready, and on until it stops.
///
/// The thin shell around ``LaunchMachine``: every event takes the lock, asks the machine, and lets
/// go; what the machine wants done is done afterwards, without the lock.
///
/// A launch runs once, with ``runOnMainThread(reportingTo:until:)`` or
/// ``run(reportingTo:)``. Everything else may be called at any time from any thread.
public final class Launch: Sendable {
    /// What is launched.
    public let graph: Graph
    /// The identity of this launch: 32 hexadecimal digits, unique over all launches.
    public let id: String

    private let state: Mutex<State>
    let loop = MainLoop()
    private let workers = WorkerPool()
    /// Wakes when the main queue's thread has left its loop.
    private let hasLeft = Wakeup()

    private struct State: Sendable {
        var machine: LaunchMachine
        var outputs: [AnyOutput?]
        var payloads: [ActionID: AnyOutput] = [:]
        var running: [Int: RunningBody] = [:]
        var readyWaiters: [CheckedContinuation<Phase, Never>] = []
        var session: Session?
        var hasRun = false
        var hasConcluded = false
    }

    /// What exists while the launch runs.
    private struct Session: Sendable {
        let hub: EventHub
        let timekeeper: Timekeeper
        let reporters: [any LaunchReporter]
        let goal: Goal
        /// Called instead of returning, when the main queue's thread cannot be had back.
        let abandoned: @Sendable (Result<Void, LaunchError>) -> Void
    }

    /// A body that runs, to be told when it is to give up.
    private struct RunningBody: Sendable {
        let cancellation: CancellationFlag
        var task: Task<Void, Never>?
    }

    /// When a launch has reached what it is for.
    public enum Goal: Sendable {
        /// It stays ready until it is stopped: a service.
        case stopped
        /// It stops, and is torn down, as soon as it is ready: a program that does its work and
        /// ends.
        case ready
    }

    /// Prepares a launch; nothing runs yet, but actions can be submitted.
    ///
    /// - Parameters:
    ///   - graph: What to launch.
    ///   - id: The launch's identity; made anew by default.
    public init(_ graph: Graph, id: String = Identity.make()) {
        self.graph = graph
        self.id = id
        let machine = LaunchMachine(
            graph,
            launchID: id,
            processStart: Instant(nanoseconds: slipway_process_start()),
            automaticWidth: CPUs.automaticWidth
        )
        state = Mutex(
            State(machine: machine, outputs: Array(repeating: nil, count: graph.operationCount))
        )
    }

    deinit { hasLeft.close() }

    /// The launch as far as it has come.
    ///
    /// Linear in the number of operations.
    public var report: Report { state.withLock { $0.machine.report() } }

    /// Asks the launch to end: running operations are cancelled, what succeeded is torn down in
    /// reverse, then the call that runs it returns.
    ///
    /// Does nothing when it is ending already.
    ///
    /// - Parameter reason: One line, for the status and the journal.
    public func stop(reason: String = "asked to stop") {
        perform { machine, now in machine.stop(reason: reason, at: now) }
    }

    /// Cancels one operation: a pending one ends at once, a running one is asked to.
    ///
    /// What requires it is skipped; if it is a required one, the launch fails.
    ///
    /// - Returns: `false` when there is no such operation or it has ended.
    @discardableResult
    public func cancel(_ name: String, reason: String = "cancelled") -> Bool {
        guard let node = graph.operation(named: name) else { return false }
        return perform { machine, now in machine.cancel(node, reason: reason, at: now) }
    }

    /// Cancels a launch action: a waiting one ends at once, a running one is asked to.
    ///
    /// - Returns: `false` when there is no such action or it has ended.
    @discardableResult
    public func cancel(_ action: ActionID, reason: String = "cancelled") -> Bool {
        perform { machine, now in machine.cancel(action, reason: reason, at: now) }
    }

    /// Submits a launch action: it runs, in its turn, once everything that it requires is there.
    ///
    /// - Parameters:
    ///   - kind: The kind, as `Plan.action` returned it.
    ///   - payload: What its handler gets.
    ///   - id: The action's identity; made anew by default.
    /// - Returns: The action as it was taken.
    /// - Throws: ``SubmitRefusal``; the action is not taken then.
    @discardableResult
    public func submit<Payload>(
        _ kind: ActionKind<Payload>,
        _ payload: Payload,
        id: ActionID = ActionID(Identity.make())
    ) throws(SubmitRefusal) -> ActionStatus {
        guard kind.plan == graph.plan.id else { throw .foreignKind(kind.name) }
        let result = perform(
            { machine, now -> Result<ActionStatus, SubmitRefusal> in
                do throws(SubmitRefusal) {
                    try machine.submit(kind: kind.index, id: id, at: now)
                } catch {
                    return .failure(error)
                }
                return machine.actions[id].map { .success($0) } ?? .failure(.duplicateID(id))
            },
            after: { state, result in
                if case .success = result { state.payloads[id] = Output(payload) }
            }
        )
        return try result.get()
    }

    /// A launch action, by its identity; `nil` when it is unknown or was let go long ago.
    public func action(_ id: ActionID) -> ActionStatus? {
        state.withLock { $0.machine.actions[id] }
    }

    /// What happens from now on, in order; ends when the launch does.
    ///
    /// An observer that takes too little loses the oldest events, which the gap in
    /// ``Event/sequence`` shows; nothing waits for it.
    ///
    /// Only while the launch runs; ends at once otherwise.
    public func events() -> AsyncStream<Event> {
        guard let hub = state.withLock({ $0.session?.hub }) else {
            return AsyncStream { $0.finish() }
        }
        return hub.stream()
    }

    /// Waits until the launch is ready, or ends before.
    ///
    /// - Returns: The phase: ready, degraded, or whatever came instead.
    public func waitUntilReady() async -> Phase {
        await withCheckedContinuation { continuation in
            let phase = state.withLock { state -> Phase? in
                guard state.machine.stage == .idle || state.machine.stage == .starting else {
                    return state.machine.phase
                }
                state.readyWaiters.append(continuation)
                return nil
            }
            if let phase { continuation.resume(returning: phase) }
        }
    }

    func output(of node: Int) -> AnyOutput? { state.withLock { $0.outputs[node] } }
}

// MARK: Running

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
        let signals = SignalCounter()
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
                Thread("slipway-main") { [self] in
                    let resume = Once<Result<Void, LaunchError>> {
                        continuation.resume(returning: $0)
                    }
                    let result = Result { () throws(LaunchError) in
                        try run(reportingTo: reporters, until: goal, signals: nil) { resume($0) }
                    }
                    resume(result)
                }.detach()
            }
        } onCancel: {
            stop(reason: "the task that runs the launch was cancelled")
        }
        try result.get()
    }

    private func run(
        reportingTo reporters: [any LaunchReporter],
        until goal: Goal,
        signals: SignalCounter?,
        abandoned: @escaping @Sendable (Result<Void, LaunchError>) -> Void
    ) throws(LaunchError) {
        let isFirst = state.withLock { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
        guard isFirst else { throw .alreadyRun }
        let hub = EventHub(reporters: reporters) { [weak self] in
            self?.report
                ?? Report(
                    name: "",
                    launchID: "",
                    phase: .stopped,
                    processStart: .now,
                    operations: []
                )
        }
        let timekeeper = Timekeeper(
            signals: signals,
            fired: { [weak self] timer in
                _ = self?.perform { machine, now in machine.fired(timer, at: now) }
            },
            caught: { [weak self] signal in self?.stop(reason: SignalCounter.name(of: signal)) }
        )
        let session = Session(
            hub: hub,
            timekeeper: timekeeper,
            reporters: reporters,
            goal: goal,
            abandoned: abandoned
        )
        state.withLock { $0.session = session }
        hub.startIfObserved()
        perform { machine, now in machine.start(at: now) }
        loop.run(drainingDispatch: signals != nil)
        hasLeft.wake()
        try conclude(session)?.get()
    }

    /// Ends the threads and delivers what there is to tell.
    ///
    /// - Returns: How the launch ended; `nil` when another thread sees to it.
    private func conclude(_ session: Session) -> Result<Void, LaunchError>? {
        let isFirst = state.withLock { state in
            defer { state.hasConcluded = true }
            return !state.hasConcluded
        }
        guard isFirst else { return nil }
        session.timekeeper.stop()
        workers.close()
        session.hub.close()
        state.withLock { $0.session = nil }
        let report = report
        return report.phase == .failed ? .failure(.failed(report)) : .success(())
    }
}

// MARK: Effects

extension Launch {
    @discardableResult
    private func perform<Answer: Sendable>(
        before: (inout sending State) -> Void = { _ in },
        _ event: (inout LaunchMachine, Instant) -> Answer,
        after: (inout sending State, Answer) -> Void = { _, _ in }
    ) -> Answer {
        let (answer, effects, cancelled, session, waiters) = state.withLock { state in
            // Read with the lock held, so that what comes later is never earlier.
            let now = Instant.now
            before(&state)
            let answer = event(&state.machine, now)
            after(&state, answer)
            let effects = state.machine.takeEffects()
            for case .tell(let kind, let instant) in effects {
                state.session?.hub.append(kind, at: instant)
            }
            let cancelled = Self.takeCancelled(effects, &state)
            return (answer, effects, cancelled, state.session, Self.takeWaiters(&state))
        }
        session?.hub.wake()
        for task in cancelled { task.cancel() }
        for effect in effects { perform(effect, in: session) }
        for (waiter, phase) in waiters { waiter.resume(returning: phase) }
        return answer
    }

    /// Tells the bodies that were asked to give up.
    ///
    /// With the lock held: a moment later the node may be another action's.
    private static func takeCancelled(
        _ effects: [LaunchMachine.Effect],
        _ state: inout State
    ) -> [Task<Void, Never>] {
        var tasks: [Task<Void, Never>] = []
        for case .requestCancel(let node) in effects {
            guard let body = state.running[node] else { continue }
            body.cancellation.raise()
            if let task = body.task { tasks.append(task) }
        }
        return tasks
    }

    private static func takeWaiters(
        _ state: inout State
    ) -> [(CheckedContinuation<Phase, Never>, Phase)] {
        guard !state.readyWaiters.isEmpty, state.machine.stage != .idle,
            state.machine.stage != .starting
        else { return [] }
        defer { state.readyWaiters = [] }
        let phase = state.machine.phase
        return state.readyWaiters.map { ($0, phase) }
    }

    private func perform(_ effect: LaunchMachine.Effect, in session: Session?) {
        switch effect {
        case .start(let node): start(node)
        case .requestCancel: return
        case .tearDown(let node): tearDown(node)
        case .arm(let timer, let instant): session?.timekeeper.arm(timer, at: instant)
        case .disarm(let timer): session?.timekeeper.disarm(timer)
        case .dropPayload(let action): state.withLock { $0.payloads[action] = nil }
        case .tell(.launchReady, _): becameReady(session)
        case .tell: return
        case .finish: finish(session)
        }
    }

    private func becameReady(_ session: Session?) {
        for reporter in session?.reporters ?? [] {
            guard let interval = reporter.heartbeat else { continue }
            loop.beat(every: interval) { reporter.beat() }
        }
        if session?.goal == .ready { stop(reason: "the launch is complete") }
    }

    private func finish(_ session: Session?) {
        loop.stop()
        let mainIsHeld = state.withLock { $0.machine.lanes[0].held > 0 }
        guard mainIsHeld, let session else { return }
        // A body of the main queue was left behind. If it only waits, its thread comes back.
        Thread("slipway-exit") { [self] in
            Wakeup.wait(for: hasLeft.descriptor, upTo: .seconds(1))
            guard !hasLeft.clear(), let result = conclude(session) else { return }
            session.abandoned(result)
        }.detach()
    }

    private func start(_ node: Int) {
        let isMain = graph.queue(of: node) == .main
        let flag = CancellationFlag()
        let (payload, action) = state.withLock { state in
            state.running[node] = RunningBody(cancellation: flag)
            guard !state.machine.isOperation(node) else { return (AnyOutput?.none, ActionID?.none) }
            let action = state.machine.kinds[node - graph.operationCount].current
            return (action.flatMap { state.payloads[$0] }, action)
        }
        let context = OperationContext(
            name: graph.name(of: node),
            actionID: action,
            launch: self,
            node: node,
            cancellation: flag
        )
        switch work(of: node, payload) {
        case .synchronous(let body):
            let call: @Sendable () -> Void = { [self] in
                guard begin(node) else { return }
                end(node, Result { try body(context) })
            }
            if isMain { loop.post(call) } else { workers.run(call) }
        case .asynchronous(let body):
            let call: @Sendable () async -> Void = { [self] in
                guard begin(node) else { return }
                do {
                    end(node, .success(try await body(context)))
                } catch {
                    end(node, .failure(error))
                }
            }
            own(
                isMain
                    ? Task.detached(executorPreference: loop, operation: call)
                    : Task.detached(operation: call),
                as: node,
                flag
            )
        }
    }

    /// Keeps the task of a body, so that it can be cancelled, unless it has ended meanwhile.
    private func own(_ task: Task<Void, Never>, as node: Int, _ flag: CancellationFlag) {
        let isCancelled = state.withLock { state in
            guard state.running[node]?.cancellation === flag else { return false }
            state.running[node]?.task = task
            return flag.isRaised
        }
        if isCancelled { task.cancel() }
    }

    private func work(of node: Int, _ payload: AnyOutput?) -> Body {
        if node < graph.operationCount { return graph.plan.declarations[node].body }
        guard let payload else {
            // Its action ended before its place in the queue was taken.
            return .synchronous { _ in throw CancellationError() }
        }
        switch graph.plan.actionDeclarations[node - graph.operationCount].handler {
        case .synchronous(let handler):
            return .synchronous {
                try handler(payload, $0)
                return Output(())
            }
        case .asynchronous(let handler):
            return .asynchronous {
                try await handler(payload, $0)
                return Output(())
            }
        }
    }

    private func begin(_ node: Int) -> Bool {
        perform { machine, now in machine.started(node, at: now) }
    }

    private func end(_ node: Int, _ result: Result<AnyOutput, any Error>) {
        perform(
            before: { state in state.running[node] = nil },
            { machine, now in machine.ended(node, LaunchMachine.Result(result), at: now) },
            after: { state, counts in
                if counts, case .success(let output) = result { state.outputs[node] = output }
            }
        )
    }

    private func tearDown(_ node: Int) {
        guard let stop = graph.plan.declarations[node].stop, let output = output(of: node) else {
            return tornDown(node, nil)
        }
        let context = OperationContext(
            name: graph.name(of: node),
            actionID: nil,
            launch: self,
            node: node,
            cancellation: CancellationFlag()
        )
        let call: @Sendable () async -> Void = { [self] in
            do {
                try await stop(output, context)
                tornDown(node, nil)
            } catch {
                tornDown(node, Failure(.error, "\(error)"))
            }
        }
        // Owned by the launch's teardown, which waits for it, up to the grace.
        if graph.queue(of: node) == .main {
            Task.detached(executorPreference: loop, operation: call)
        } else {
            Task.detached(operation: call)
        }
    }

    private func tornDown(_ node: Int, _ failure: Failure?) {
        perform { machine, now in machine.tornDown(node, failure, at: now) }
    }
}

extension LaunchMachine.Result {
    fileprivate init(_ result: Result<AnyOutput, any Error>) {
        switch result {
        case .success: self = .succeeded
        case .failure(is CancellationError): self = .cancelled(nil)
        case .failure(let error as Cancelled): self = .cancelled(error.description)
        case .failure(let error): self = .failed("\(error)")
        }
    }
}
