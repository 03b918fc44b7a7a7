/// The task of a worker, as the code of a body finds it: in the task itself, and in its children.
///
/// By this value the launch knows which body waits for something of its launch. It is set once for
/// a worker, and not for each body, so that bodies cost no more: the worker knows the body that it
/// runs.
struct WorkerTask: Sendable {
    @TaskLocal static var current: WorkerTask?

    let worker: Worker
    /// The launch whose bodies the worker runs; only compared, since tasks that outlive the launch
    /// have it too.
    let launch: ObjectIdentifier
    /// Tells the worker's task itself from its children.
    private let identity = Self.identity

    private static var identity: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// The calling task is the worker's own, and no child of it.
    var isCurrent: Bool { Self.identity == identity }
}

extension Launch {
    /// Calls something of a worker in the worker's task.
    nonisolated(nonsending) func asTask(
        of worker: Worker,
        _ call: nonisolated(nonsending) () async -> Void
    ) async {
        let task = WorkerTask(worker: worker, launch: ObjectIdentifier(self))
        await WorkerTask.$current.withValue(task) { await call() }
    }

    /// The task of the worker whose body the calling task belongs to; `nil` for a task that may
    /// outlive the body.
    ///
    /// An unstructured task has the value of ``WorkerTask`` as well, but not the executor that children
    /// inherit.
    private var bodyTask: WorkerTask? {
        guard let task = WorkerTask.current, task.launch == ObjectIdentifier(self) else {
            return nil
        }
        if task.isCurrent { return task }
        guard let executor = withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor }) else {
            return nil
        }
        let own = [
            loop.asUnownedTaskExecutor(), pool.asUnownedTaskExecutor(),
            world?.asUnownedTaskExecutor(),
        ]
        return own.contains(executor) ? task : nil
    }

    /// The calling task belongs to a body that was asked to give up; the task itself may not know
    /// that yet.
    var isBodyCancelled: Bool {
        guard let task = bodyTask else { return false }
        return answer { machine in
            task.worker.operation.map { machine.isCancelled(.body, of: $0) } ?? false
        }
    }

    /// Notes that the calling task begins to wait, if it belongs to a body.
    ///
    /// - Returns: The number of the wait; `nil` if none is noted.
    func noteWait(for target: BodyWait.Target) -> Int? {
        guard let task = bodyTask else { return nil }
        let isOfBody = task.isCurrent
        return perform { machine in
            guard let waiter = task.worker.operation else { return nil }
            return machine.beginWait(of: waiter, for: target, isOfBody: isOfBody)
        }
    }
}
