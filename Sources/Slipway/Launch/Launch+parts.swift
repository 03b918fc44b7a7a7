internal import Synchronization

/// One run of a part's body.
final class PartRun: Sendable {
    let index: Int
    let number: Int
    let calls: OperationCalls?
    /// The worker with the run's task, once there is one.
    let worker: Worker
    let request = StopRequest()

    init(
        _ index: Int,
        _ number: Int,
        _ calls: OperationCalls?,
        on runner: LaunchMachine.Runner
    ) {
        self.index = index
        self.number = number
        self.calls = calls
        worker = Worker(runner)
        worker.operation = index
    }
}

/// Tells an operator what a request came to, and the part's status then.
typealias PartCaller = @Sendable (Supervisor.Outcome, ProgramStatus) -> Void

/// Parts: each run of a body is a task of its own.
extension Launch {
    func begin(_ part: PartRun) {
        let index = part.index
        let ownsThread = part.worker.runner == .pool && answer { $0.isBlocking(index) }
        runInTask(part.worker, index, nil) { [self] in
            let result = await run(part, isBlocking: ownsThread && world == nil)
            perform { machine in
                machine.partEnded(index, part.number, result)
            } after: { state, _ in
                if state.parts[index] === part { state.parts[index] = nil }
            }
        }
    }

    private nonisolated(nonsending) func run(
        _ part: PartRun,
        isBlocking: Bool
    ) async -> LaunchMachine.Result {
        let context = OperationContext(running: self, index: part.index, call: .body)
        let ready = Readiness(context: context, run: part.number, request: part.request)
        do {
            guard isBlocking else {
                try await part.calls?.staying?(ready)
                return .succeeded
            }
            let thread = try OwnThread()
            defer { thread.end() }
            try await withTaskExecutorPreference(thread) { try await part.calls?.staying?(ready) }
            return .succeeded
        } catch {
            return result(of: error, part.calls)
        }
    }

    /// Starts, ends or restarts a part, for an operator.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - name: The part's operation.
    ///   - uid: The operator's user; `nil` if it is not known.
    ///   - completion: Called on any thread once the part is ready or has ended, or with the
    ///     refusal.
    package func operate(
        _ request: Supervisor.Request,
        _ name: String,
        by uid: UInt32? = nil,
        completion: @escaping @Sendable (Result<ProgramStatus, Supervisor.Refusal>) -> Void
    ) {
        let taken = perform { machine in
            machine.operatePart(name, request, by: uid)
        } after: { state, taken in
            guard case .success(let index) = taken else { return }
            state.partCallers[index, default: []].append { outcome, status in
                completion(request.result(outcome, status))
            }
        }
        if case .failure(let refusal) = taken { completion(.failure(refusal)) }
    }

    /// Asks every part to end, because nothing drives the launch any more.
    func leaveParts() {
        for part in state.withLock({ Array($0.parts.values) }) { part.request.make() }
    }

    func becameReady(_ index: Int, _ run: Int) {
        perform { $0.partReady(index, run) }
    }

    nonisolated(nonsending) func wait(for request: StopRequest) async {
        guard let world else { return await request.wait {} }
        await request.wait(woken: world.time.fallAsleep())
    }
}

extension Launch.State {
    /// Takes an effect on a part, with the lock held: a run begins, is asked to end or is
    /// cancelled, or an operator gets an answer.
    mutating func take(_ effect: LaunchMachine.Effect, _ effects: inout Launch.Effects) {
        switch effect {
        case .beginPart(let index, let number):
            let run = PartRun(
                index,
                number,
                calls[index],
                on: machine.isOnMain(index) ? .main : .pool
            )
            parts[index] = run
            effects.parts.begun.append(run)
        case .askPart(let index):
            if let run = parts[index] { effects.parts.asked.append(run) }
        case .cancelPart(let index):
            guard let run = parts[index] else { return }
            run.worker.isCancelled = true
            if let task = run.worker.task { effects.cancelled.append(task) }
        case .answerPart(let index, let outcome): answer(index, outcome, &effects)
        case .evaluate, .fallBack, .requestCancel, .tearDown, .arm, .disarm, .store, .beginAttempt,
            .dropPayload, .judge, .letGo, .handOver, .renew, .forget, .reached, .finish:
            return
        }
    }

    private mutating func answer(
        _ index: Int,
        _ outcome: Supervisor.Outcome,
        _ effects: inout Launch.Effects
    ) {
        guard let callers = partCallers.removeValue(forKey: index),
            let status = machine.parts[index]?.supervisor.status
        else { return }
        for caller in callers { effects.answers.append { caller(outcome, status) } }
    }

    /// Lets go of the parts' bodies, which could have been started again until now.
    mutating func letGoOfParts(_ effects: inout Launch.Effects) {
        for index in partCallers.keys.sorted() { answer(index, .stopped(failure: nil), &effects) }
        for index in machine.parts.all {
            if let ended = calls[index].take() { effects.dropped.append(ended) }
        }
    }
}
