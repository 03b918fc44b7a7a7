internal import CSlipway

/// The tasks that have no executor of their own: the explorer chooses which of them goes on.
final class LooseTasks: TaskExecutor, @unchecked Sendable {  // One thread has all of it.
    static let shared = LooseTasks()

    private var jobs: [UnownedJob] = []

    /// Has all such tasks of the process wait here, from now on.
    static func takeAll() {
        slipway_take_jobs { job in
            LooseTasks.shared.jobs.append(unsafeBitCast(job, to: UnownedJob.self))
        }
    }

    /// Forgets what a life that broke a rule has left.
    func forget() { jobs = [] }

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

    /// One of them goes on.
    ///
    /// - Returns: Whether there is one.
    func step(_ draw: inout Draw) -> Bool {
        guard !jobs.isEmpty else { return false }
        let job = jobs.remove(at: draw.number(0...(jobs.count - 1)))
        job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }
}
