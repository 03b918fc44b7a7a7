internal import CSlipway
internal import Synchronization

/// One execution of a graph: from the process's start to ready, and on until it stops.
///
/// The thin shell around `LaunchMachine`: every event takes the lock, asks the machine, and lets
/// go; what the machine wants done is done afterwards, without the lock.
///
/// A launch runs once, with ``runOnMainThread(reportingTo:until:)-(LaunchReporter,_)`` or
/// ``run(reportingTo:until:)``. Everything else may be called at any time from any thread.
public final class Launch: Sendable {
    /// What is launched.
    public let graph: Graph
    /// The identity of this launch: 32 hexadecimal digits, unique over all launches.
    public let id: String
    /// When the process started: the zero of all times that are shown.
    package let processStart: Instant

    let state: AdaptiveMutex<State>
    /// Where it runs when that is not on real threads in real time.
    let world: VirtualWorld?
    let loop = MainLoop()
    let pool = Pool()
    /// Held while an addition is checked and taken in: one at a time.
    let additions = AdaptiveMutex(())
    /// How many cancellations there were: bodies that ask need the lock only after the first.
    let cancellations = Atomic(0)
    /// Wakes when the main queue's thread has left its loop.
    let hasLeft = Parker()

    struct State: ~Copyable, Sendable {
        var machine: LaunchMachine
        var outputs = Outputs()
        var payloads: [ActionID: AnyOutput] = [:]
        var workers = Workers()
        var observers = Observers()
        /// `nil` until somebody is told of the end.
        var final: FinalOperations?
        var readyWaiters = ReadyWaiters()
        var session: Session?
        var hasRun = false
        var wasSignalled = false
        var hasConcluded = false
    }

    /// What the clock is told to wait for.
    enum ClockTimer: Hashable, Sendable {
        case machine(LaunchMachine.Timer)
        /// The pool may need one more thread.
        case pool
    }

    /// What exists while the launch runs.
    struct Session: Sendable {
        /// `nil` when there is nobody to tell.
        let hub: EventHub?
        let clock: Clock<ClockTimer>
        let reporters: [any LaunchReporter]
        let goal: Goal
        /// Called instead of returning, when the main queue's thread cannot be had back.
        let abandoned: @Sendable (Result<Void, LaunchError>) -> Void
    }

    /// When a launch has reached what it is for.
    public enum Goal: Sendable {
        /// It stays ready until it is stopped: a service.
        case stopped
        /// It stops, and is torn down, as soon as it is ready: a program that does its work and
        /// ends. Operations of the background stage are not run.
        case ready
        /// It stops, and is torn down, as soon as the background stage has ended too.
        case complete
    }

    /// Prepares a launch; nothing runs yet, but actions can be submitted.
    ///
    /// - Parameters:
    ///   - graph: What to launch.
    ///   - id: The launch's identity; made anew by default.
    public convenience init(_ graph: Graph, id: String = Identity.make()) {
        let machine = LaunchMachine(
            graph,
            launchID: id,
            processStart: Instant(nanoseconds: slipway_process_start()),
            automaticWidth: CPUs.automaticWidth,
            seed: .random(in: .min ... .max)
        )
        self.init(machine, graph, in: nil)
    }

    init(_ machine: consuming LaunchMachine, _ graph: Graph, in world: VirtualWorld?) {
        self.graph = graph
        id = machine.launchID
        processStart = machine.processStart
        self.world = world
        state = AdaptiveMutex(State(machine: machine))
    }

    deinit {
        guard let final = state.withLock({ $0.final }) else { return }
        final.launchGoes { state.withLock { $0.machine.move() } }
    }

    /// The operations as far as they have come.
    var statuses: [OperationStatus] { state.withLock { $0.machine.statuses() } }

    /// The launch as far as it has come.
    ///
    /// Linear in the number of operations; does not keep them from running.
    public var report: Report { state.withLock { $0.machine.copy() }.report() }

    /// Asks the launch to end: running operations are cancelled, what succeeded is torn down in
    /// reverse, then the call that runs it returns.
    ///
    /// Does nothing when it is ending already.
    ///
    /// - Parameter reason: One line, for the status and the journal.
    public func stop(reason: String = "asked to stop") {
        perform { machine, now in machine.stop(reason: reason, at: now) }
    }

    /// Ends the grace of a launch that is stopping: what runs is left behind, and nothing more is
    /// torn down.
    ///
    /// Does nothing unless it is stopping.
    public func endGrace() {
        perform { machine, now in machine.endGrace(at: now) }
    }

    /// Cancels an operation, or a group as a whole: what is pending ends at once, what runs is asked
    /// to.
    ///
    /// What requires it is skipped; if it is a required one, the launch fails. Before the launch
    /// runs it is remembered until then.
    ///
    /// - Returns: `false` when there is no such operation or it has ended.
    @discardableResult
    public func cancel(_ name: String, reason: String = "cancelled") -> Bool {
        perform { machine, now in
            guard let node = machine.topology.node(named: name) else { return false }
            return machine.cancel(node, reason: reason, at: now)
        }
    }

    /// Cancels a launch action: a waiting one ends at once, a running one is asked to.
    ///
    /// - Returns: `false` when there is no such action or it has ended.
    @discardableResult
    public func cancel(_ action: ActionID, reason: String = "cancelled") -> Bool {
        perform { machine, now in machine.cancel(action, reason: reason, at: now) }
    }

    /// Lets nothing start in a queue until ``resume(_:)``; what runs in it goes on.
    ///
    /// The deadline goes on too.
    ///
    /// - Returns: `false` when there is no such queue or it is paused already.
    @discardableResult
    public func pause(_ queue: Queue) -> Bool {
        guard let lane = graph.lanes.firstIndex(where: { $0.queue == queue }) else { return false }
        return perform { machine, now in machine.pause(lane, at: now) }
    }

    /// Lets a paused queue go on.
    ///
    /// - Returns: `false` when it is not paused.
    @discardableResult
    public func resume(_ queue: Queue) -> Bool {
        guard let lane = graph.lanes.firstIndex(where: { $0.queue == queue }) else { return false }
        return perform { machine, now in machine.resume(lane, at: now) }
    }

    /// Lets nothing start in any queue until ``resume()``; what runs goes on.
    ///
    /// - Returns: `false` when the launch is paused already.
    @discardableResult
    public func pause() -> Bool { perform { machine, now in machine.pauseAll(at: now) } }

    /// Lets a paused launch go on; queues that were paused on their own stay so.
    ///
    /// - Returns: `false` when it is not paused.
    @discardableResult
    public func resume() -> Bool { perform { machine, now in machine.resumeAll(at: now) } }

    /// Why an operation, an action, or (`nil`) the launch as a whole is not there yet: the chain of
    /// what it waits for, down to what runs now.
    ///
    /// - Parameter subject: An operation's or group's name, an action's identity or kind.
    /// - Returns: `nil` when there is no such operation or action.
    public func whyWaiting(_ subject: String? = nil) -> Explanation? {
        report.explanation(of: subject, at: now)
    }

    /// Submits a launch action: it runs, in its turn, once everything that it requires is there.
    ///
    /// - Parameters:
    ///   - kind: The kind, as `Plan.action` returned it.
    ///   - payload: What its handler gets.
    ///   - id: The action's identity; `nil` for one that is made anew.
    /// - Returns: The action as it was taken.
    /// - Throws: ``SubmitRefusal``; the action is not taken then.
    @discardableResult
    public func submit<Payload>(
        _ kind: ActionKind<Payload>,
        _ payload: Payload,
        id: ActionID? = nil
    ) throws(SubmitRefusal) -> ActionStatus {
        let kinds = graph.plan.actionDeclarations
        guard kind.index < kinds.count, kinds[kind.index].number == kind.number else {
            throw .foreignKind(kind.name)
        }
        let id = id ?? ActionID(world?.makeIdentity() ?? Identity.make())
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
}
