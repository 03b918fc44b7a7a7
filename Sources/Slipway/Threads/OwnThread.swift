/// A thread for what may block: a body, whose worker moves to this executor meanwhile.
final class OwnThread: TaskExecutor {
    private struct State: Sendable {
        var jobs = Fifo<UnownedJob>()
        var isOver = false
    }

    private let state = Guarded(State())
    private let parker = Parker()

    /// - Parameters:
    ///   - name: The name of the thread, at most 15 bytes.
    ///   - purpose: What it is for, in words.
    /// - Throws: No thread is available; the reason in words.
    init(
        _ name: StaticString = "slipway-block",
        for purpose: String = "a blocking body"
    ) throws(Failure) {
        do throws(Thread.Refusal) {
            try Thread(name) { [self] in work() }
        } catch {
            throw Failure(description: "cannot start a thread for \(purpose): \(error)")
        }
    }

    /// No thread was available.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        keepingAlive(self) {
            state.withLock { $0.jobs.append(job) }
            parker.notify()
        }
    }

    /// Lets the thread end after its jobs.
    func end() {
        state.withLock { $0.isOver = true }
        parker.notify()
    }

    private func work() {
        while true {
            let (job, isOver) = state.withLock { ($0.jobs.popFirst(), $0.isOver) }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if isOver {
                return
            } else {
                _ = parker.wait()
            }
        }
    }
}
