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

    let state: Mutex<State>
    let loop = MainLoop()
    let workers = WorkerPool()
    /// Wakes when the main queue's thread has left its loop.
    let hasLeft = Wakeup()

    struct State: Sendable {
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
    struct Session: Sendable {
        let hub: EventHub
        let timekeeper: Timekeeper
        let reporters: [any LaunchReporter]
        let goal: Goal
        /// Called instead of returning, when the main queue's thread cannot be had back.
        let abandoned: @Sendable (Result<Void, LaunchError>) -> Void
    }

    /// A body that runs, to be told when it is to give up.
    struct RunningBody: Sendable {
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
