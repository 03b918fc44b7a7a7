/// A task that runs bodies, one after another; while a body is suspended, so is the task.
final class Worker: @unchecked Sendable {  // Its variables are guarded by its launch's lock.
    /// The queues that the worker takes bodies from, or on whose threads its single call runs.
    let runner: LaunchMachine.Runner
    /// The operation whose body, condition or fallback runs.
    var operation: Int?
    /// The worker was called for work and has not asked for it yet.
    var isComing = true
    /// The worker's task was cancelled: it takes no further body.
    var isCancelled = false
    /// The task; `nil` until it has started.
    var task: Task<Void, Never>?
    /// The position among the workers that are alive.
    fileprivate var position = 0

    init(_ runner: LaunchMachine.Runner) { self.runner = runner }
}

/// The workers of a launch; guarded by its lock.
struct Workers: Sendable {
    /// A worker that the launch's own task is to start.
    struct Request: Sendable {
        let worker: Worker
        /// The call that the worker is made for; `nil` for a worker that takes bodies.
        let call: (@Sendable () async -> Void)?
    }

    private var alive: [Worker] = []
    private var requests: [Request] = []
    /// The launch's own task, which waits for requests.
    private var starter: UnsafeContinuation<Void, Never>?
    /// The waiting workers of the main queue, and those of all others.
    private var runners = [RunnerWorkers(), RunnerWorkers()]
    /// No body will start any more.
    private(set) var isOver = false

    /// Workers that wait for work of a kind.
    private struct RunnerWorkers: Sendable {
        var parked: [(worker: Worker, wake: UnsafeContinuation<Void, Never>)] = []
        /// The number of workers that were called, or asked for, and have not asked for work yet.
        var coming = 0
    }

    /// Has the first workers of the pool started, one for each of its threads.
    mutating func prepare(_ count: Int) {
        guard !isOver else { return }
        for _ in 0..<count {
            let worker = Worker(.pool)
            add(worker)
            requests.append(Request(worker: worker, call: nil))
        }
        runners[LaunchMachine.Runner.pool.rawValue].coming += count
    }

    /// Calls a worker for bodies that could start, a parked one first, unless a worker is on its
    /// way: when that has taken a body, and more are left, it calls the next.
    ///
    /// - Returns: What is to be resumed without the lock.
    mutating func call(_ runner: LaunchMachine.Runner) -> UnsafeContinuation<Void, Never>? {
        guard runners[runner.rawValue].coming == 0, !isOver else { return nil }
        runners[runner.rawValue].coming += 1
        if let (worker, wake) = runners[runner.rawValue].parked.popLast() {
            worker.isComing = true
            return wake
        }
        let worker = Worker(runner)
        add(worker)
        return ask(for: Request(worker: worker, call: nil))
    }

    /// Adds a worker, which may be cancelled from now on.
    mutating func add(_ worker: Worker) {
        worker.position = alive.count
        alive.append(worker)
    }

    /// Has a request started by the launch's own task.
    ///
    /// - Returns: What is to be resumed without the lock.
    mutating func ask(for request: Request) -> UnsafeContinuation<Void, Never>? {
        requests.append(request)
        defer { starter = nil }
        return starter
    }

    /// The workers that are to be started; `nil` when none will be any more.
    mutating func takeRequests() -> [Request]? {
        defer { requests = [] }
        return requests.isEmpty && isOver ? nil : requests
    }

    /// Has the launch's own task wait for requests.
    ///
    /// - Returns: `false` when there is something to do already.
    mutating func wait(_ starter: UnsafeContinuation<Void, Never>) -> Bool {
        guard requests.isEmpty, !isOver else { return false }
        self.starter = starter
        return true
    }

    /// A worker asks for work.
    mutating func arrived(_ worker: Worker) {
        guard worker.isComing else { return }
        worker.isComing = false
        runners[worker.runner.rawValue].coming -= 1
    }

    /// A worker waits for work.
    ///
    /// - Returns: `false` when work arrived since it asked, for which no worker was called.
    mutating func park(
        _ worker: Worker,
        _ wake: UnsafeContinuation<Void, Never>,
        startable: Int
    ) -> Bool {
        let runner = worker.runner.rawValue
        guard !isOver, startable == 0 || runners[runner].coming > 0 else { return false }
        runners[runner].parked.append((worker, wake))
        return true
    }

    /// Removes a worker, and moves the last one to its position: there may be thousands, one for
    /// each condition that is asked.
    mutating func remove(_ worker: Worker) {
        guard worker.position < alive.count, alive[worker.position] === worker else { return }
        let last = alive.removeLast()
        guard last !== worker else { return }
        last.position = worker.position
        alive[worker.position] = last
    }

    /// Marks the workers of operations as cancelled.
    ///
    /// - Returns: Their tasks, to be cancelled without the lock.
    func cancel(_ operations: Set<Int>) -> [Task<Void, Never>] {
        alive.filter { $0.operation.map(operations.contains) ?? false }.compactMap { worker in
            worker.isCancelled = true
            return worker.task
        }
    }

    /// No body will start any more: every worker that waits ends.
    ///
    /// - Returns: What is to be resumed without the lock.
    mutating func end() -> [UnsafeContinuation<Void, Never>] {
        isOver = true
        let woken = runners.flatMap(\.parked).map(\.wake) + (starter.map { [$0] } ?? [])
        (runners, starter) = ([RunnerWorkers(), RunnerWorkers()], nil)
        return woken
    }
}
