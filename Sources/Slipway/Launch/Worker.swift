/// A task that runs bodies, one after another; while one of them is suspended it waits with it.
///
/// So a task is made for each body that is suspended, not for each body.
final class Worker: @unchecked Sendable {  // Its variables are guarded by its launch's lock.
    /// The node whose body runs; -1 for none.
    var node = -1
    /// Whether the task was cancelled: it takes no further body.
    var isCancelled = false
    /// `nil` until the one who made it has got hold of it.
    var task: Task<Void, Never>?
    /// Its place among the launch's workers.
    var place = -1
}

/// The workers of a launch that are alive.
struct WorkerList: ~Copyable, Sendable {
    private var workers = Table<Worker>()

    mutating func add(_ worker: Worker) {
        worker.place = workers.count
        workers.append(worker)
    }

    mutating func remove(_ worker: Worker) {
        guard worker.place >= 0 else { return }
        let last = workers.removeLast()
        if last !== worker {
            workers[worker.place] = last
            last.place = worker.place
        }
        worker.place = -1
    }

    /// Marks the workers that run one of the nodes as cancelled.
    ///
    /// - Returns: Their tasks, to be cancelled without the lock.
    func cancel(_ nodes: Set<Int>) -> [Task<Void, Never>] {
        var tasks: [Task<Void, Never>] = []
        for place in workers.indices where nodes.contains(workers[place].node) {
            workers[place].isCancelled = true
            if let task = workers[place].task { tasks.append(task) }
        }
        return tasks
    }
}

/// How long a thread's bodies have taken lately: whether they are worth sharing among threads.
struct Pace: Sendable {
    private var last: Instant
    private var typical = Self.most

    /// Passing work to another thread costs some of these, in nanoseconds.
    private static let short: Int64 = 4000
    /// What is counted for a longer one, so that it is soon forgotten.
    private static let most: Int64 = 20_000

    init(at now: Instant) {
        last = now
    }

    /// Whether whoever takes the next body is done with it before another thread would be awake.
    var isShort: Bool { typical < Self.short }

    mutating func note(_ now: Instant) {
        let gap = min(now.nanoseconds - last.nanoseconds, Self.most)
        // A single long one may be the kernel's doing; short ones are the bodies' own.
        typical += (gap - typical) >> (gap < typical ? 1 : 3)
        last = now
    }
}

/// Who ended a body last, and when: whether a thread that ends short ones has company.
struct Turns: Sendable {
    private(set) var steps = 0
    /// The thread, as `slipway_thread_token` numbers them; 0 for none.
    private var lastThread: UInt = 0
    private var lastAt = Instant(nanoseconds: 0)

    /// How recently another thread must have ended a body to be about to end the next.
    private static let recent: Int64 = 5000

    /// Notes that a thread ends a body.
    ///
    /// - Returns: Whether the thread is to spare: another one ends bodies as quickly, and is done
    ///   with the rest sooner than both could be that wait for each other's lock.
    mutating func isSpare(_ thread: UInt, _ pace: Pace, at now: Instant) -> Bool {
        steps &+= 1
        let hasCompany =
            lastThread != 0 && lastThread != thread
            && now.nanoseconds - lastAt.nanoseconds < Self.recent
        // The other one is not to think the same of this one.
        if pace.isShort, hasCompany { return true }
        lastThread = thread
        lastAt = now
        return false
    }

    /// Notes that a thread found nothing to take: it is nobody's company any more.
    mutating func left(_ thread: UInt) { if lastThread == thread { lastThread = 0 } }
}
