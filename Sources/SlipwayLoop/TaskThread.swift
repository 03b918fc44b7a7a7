internal import CSlipway
internal import Slipway
internal import SlipwaySystem
internal import Synchronization

/// One thread for the tasks that have no executor of their own.
///
/// For such a task Dispatch would start a thread whenever none of its threads is idle. While the
/// kernel refuses a thread, Dispatch holds up the thread that has enqueued the task: the loop, and
/// with it everything that the process serves. This thread is there from the start.
package final class TaskThread: TaskExecutor {
    private static let shared = TaskThread()

    private let jobs = Mutex<[UnownedJob]>([])
    private let parker = Parker()

    /// Makes all such tasks of the process run on the thread from now on; call this once, before
    /// the first such task.
    ///
    /// - Throws: The thread cannot be started.
    package static func start() throws(LoopError) {
        do throws(Thread.Refusal) {
            try Thread("slipway-tasks") { shared.run() }
        } catch {
            throw LoopError("start the thread of tasks", ErrorNumber(error.code), hint: error.hint)
        }
        slipway_take_jobs { job in
            TaskThread.shared.add(unsafeBitCast(job, to: UnownedJob.self))
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

    private func add(_ job: UnownedJob) {
        jobs.withLock { $0.append(job) }
        parker.notify()
    }

    private func run() {
        while true {
            let jobs = jobs.withLock { jobs in
                defer { jobs.removeAll(keepingCapacity: jobs.count < 1024) }
                return jobs
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if jobs.isEmpty { _ = parker.wait() }
        }
    }
}
