internal import Synchronization

/// Replaces threads and real time for a launch: a virtual time, and an executor that runs jobs one
/// at a time in a chosen order.
package final class VirtualWorld: TaskExecutor, Sendable {
    /// A possible next step.
    enum Step {
        /// A task continues.
        case job(UnownedJob)
        /// An alarm is due; `nil` if it was disarmed.
        case alarm(VirtualTime.Alarm?)
        /// The next body starts.
        case start(LaunchMachine.Runner)
    }

    private struct State: Sendable {
        var jobs = Fifo<UnownedJob>()
        /// The random choice; `nil` for the order of arrival.
        var choice: SplitMix64?
        var identities: SplitMix64
        /// The operation of each running body.
        var bodies: [Int: Int] = [:]
        var lastBody = VirtualBody.none
        var isClosed = false
    }

    let time: VirtualTime
    private let state: Guarded<State>
    private let parker = Parker()

    /// - Parameters:
    ///   - time: The virtual time.
    ///   - seed: Chooses among the possible steps of the same instant; `nil` for their order of
    ///     arrival.
    init(_ time: VirtualTime, seed: UInt64?) {
        self.time = time
        state = Guarded(
            State(
                choice: seed.map { SplitMix64(seed: $0) },
                identities: SplitMix64(seed: ~(seed ?? 0))
            )
        )
    }

    /// 32 hexadecimal digits, equal for equal seeds.
    func makeIdentity() -> String {
        let (high, low) = state.withLock { ($0.identities.next(), $0.identities.next()) }
        return [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    /// Holds a job until it is chosen.
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
        // A body that was left behind when its launch ended continues: no driver chooses any more.
        let work = { @Sendable [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        do throws(Thread.Refusal) { try Thread("slipway-late", work) } catch { work() }
    }

    /// Runs a body, a condition or a fallback of an operation in a task, with the task-local values
    /// of the task that runs the launch: in a test these are the test's, so that what a body
    /// expects belongs to the test.
    func start(_ operation: Int, _ call: @escaping @Sendable () async -> Void) -> Task<Void, Never>
    {
        let body = state.withLock { state in
            state.lastBody += 1
            state.bodies[state.lastBody] = operation
            return state.lastBody
        }
        time.begin(body)
        return Task(executorPreference: self) { [self] in
            await VirtualBody.$number.withValue(body) { await call() }
            state.withLock { $0.bodies[body] = nil }
            time.end(body)
        }
    }

    /// The number of bodies that wait outside virtual time, when no step is possible.
    var waitingOutside: Int { state.withLock { $0.bodies.count } - time.sleepingBodies }

    /// The operations of the bodies that wait outside virtual time, in the order of their start.
    var operationsWaitingOutside: [Int] {
        state.withLock { $0.bodies }.sorted { $0.key < $1.key }
            .filter { !time.isAsleep($0.key) }.map(\.value)
    }

    /// The operations of all running bodies, in the order of their start.
    var runningOperations: [Int] {
        state.withLock { $0.bodies }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Chooses the next step at this instant; `nil` if none is possible.
    ///
    /// Without a seed, bodies start after all bodies that end at this instant, and so by priority.
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

    /// Notes that something may have happened outside.
    func wake() { parker.notify() }

    /// Waits, in real time, until something happens outside.
    ///
    /// - Returns: Whether something may have happened.
    func waitOutside(upTo duration: Duration) -> Bool {
        duration > .zero && parker.wait(upTo: duration)
    }

    /// Ends the remaining bodies as far as they react; later jobs run on new threads.
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

    /// The number of jobs that the remaining bodies may run while the world closes.
    private static let patience = 100_000
}
