internal import Synchronization

/// What a launch runs in instead of threads and real time: a time that is moved, and an executor
/// whose jobs are run one at a time, in an order that is chosen.
package final class VirtualWorld: TaskExecutor, Sendable {
    /// What can happen next.
    enum Step {
        /// A task goes on.
        case job(UnownedJob)
        /// An alarm has come; `nil` when it was disarmed.
        case alarm(VirtualTime.Alarm?)
        /// The next body starts.
        case start(LaunchMachine.Runner)
    }

    private struct State: Sendable {
        var jobs = Fifo<UnownedJob>()
        /// Chooses; `nil` for first come, first served.
        var choice: SplitMix64?
        var identities: SplitMix64
        /// The operation of each body that runs in a task.
        var bodies: [Int: Int] = [:]
        var lastBody = VirtualBody.none
        var goal = Launch.Goal.stopped
        var isClosed = false
    }

    let time: VirtualTime
    private let state: AdaptiveMutex<State>
    private let parker = Parker()

    /// - Parameters:
    ///   - time: Its time.
    ///   - seed: Chooses among what could happen at the same instant; `nil` for the order in which
    ///     it came.
    init(_ time: VirtualTime, seed: UInt64?) {
        self.time = time
        state = AdaptiveMutex(
            State(
                choice: seed.map { SplitMix64(seed: $0) },
                identities: SplitMix64(seed: ~(seed ?? 0))
            )
        )
    }

    /// When the launch has reached what it is for.
    var goal: Launch.Goal {
        get { state.withLock { $0.goal } }
        set { state.withLock { $0.goal = newValue } }
    }

    /// 32 hexadecimal digits, the same ones for the same seed.
    func makeIdentity() -> String {
        let (high, low) = state.withLock { ($0.identities.next(), $0.identities.next()) }
        return [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    // MARK: Tasks

    /// Keeps a job for its turn.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        keepingAlive(self) { keep(job) }
    }

    private func keep(_ job: UnownedJob) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.jobs.append(job) }
            return state.isClosed
        }
        guard isClosed else { return parker.notify() }
        // A body that was left behind when its launch ended goes on: it is not scheduled any more.
        let work = { @Sendable [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        do throws(Thread.Refusal) { try Thread("slipway-late", work) } catch { work() }
    }

    /// Runs an operation's body, or what stands for it, in a task.
    func start(_ operation: Int, _ call: @escaping @Sendable () async -> Void) -> Task<Void, Never>
    {
        let body = state.withLock { state in
            state.lastBody += 1
            state.bodies[state.lastBody] = operation
            return state.lastBody
        }
        time.begin(body)
        return Task.detached(executorPreference: self) { [self] in
            await VirtualBody.$number.withValue(body) { await call() }
            state.withLock { $0.bodies[body] = nil }
            time.end(body)
        }
    }

    /// How many bodies wait for something else than the virtual time, when nothing can happen.
    var waitingOutside: Int { state.withLock { $0.bodies.count } - time.sleepingBodies }

    /// Their operations, in the order in which they began.
    var operationsWaitingOutside: [Int] {
        state.withLock { $0.bodies }.sorted { $0.key < $1.key }
            .filter { !time.isAsleep($0.key) }.map(\.value)
    }

    /// The operations of all bodies that run in a task, in the order in which they began.
    var runningOperations: [Int] {
        state.withLock { $0.bodies }.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: One thing after another

    /// Chooses what happens next at this instant; `nil` when nothing can.
    ///
    /// Without a seed, bodies start once everything that ends at this instant has ended, so that
    /// they start by priority.
    func next(starts: [LaunchMachine.Runner]) -> Step? {
        let due = time.dueCount
        return state.withLock { state in
            let count = state.jobs.count + due + starts.count
            guard count > 0 else { return nil }
            var index = state.choice?.below(count) ?? 0
            if let job = state.jobs.pop(at: index) { return .job(job) }
            index -= state.jobs.count
            return index < due ? .alarm(time.takeDue(index)) : .start(starts[index - due])
        }
    }

    /// Something happened outside, or may have.
    func wake() { parker.notify() }

    /// Waits, for real, until something happens outside.
    ///
    /// - Returns: Whether something may have.
    func waitOutside(upTo duration: Duration) -> Bool {
        duration > .zero && parker.wait(upTo: duration)
    }

    /// Ends what is left of the bodies, as far as they let themselves be ended; jobs that come later
    /// run on threads of their own.
    func close() {
        var left = Self.patience
        while left > 0 {
            time.cancelAll()
            guard let job = state.withLock({ $0.jobs.popFirst() }) else { break }
            job.runSynchronously(on: asUnownedTaskExecutor())
            left -= 1
        }
        state.withLock { $0.isClosed = true }
    }

    /// How often the bodies that are left may go on while the world ends.
    private static let patience = 100_000
}
