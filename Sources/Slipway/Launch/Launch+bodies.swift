internal import Synchronization

/// How bodies, handlers and teardown run, and how the machine hears of it.
extension Launch {
    func start(_ node: Int) {
        let isMain = graph.queue(of: node) == .main
        let flag = CancellationFlag()
        let (payload, action) = state.withLock { state in
            state.running[node] = RunningBody(cancellation: flag)
            guard !state.machine.isOperation(node) else { return (AnyOutput?.none, ActionID?.none) }
            let action = state.machine.kinds[node - graph.operationCount].current
            return (action.flatMap { state.payloads[$0] }, action)
        }
        let context = OperationContext(
            name: graph.name(of: node),
            actionID: action,
            launch: self,
            node: node,
            cancellation: flag
        )
        switch work(of: node, payload) {
        case .synchronous(let body):
            let call: @Sendable () -> Void = { [self] in
                guard begin(node) else { return }
                end(node, Result { try body(context) })
            }
            if isMain { loop.post(call) } else { workers.run(call) }
        case .asynchronous(let body):
            let call: @Sendable () async -> Void = { [self] in
                guard begin(node) else { return }
                do {
                    end(node, .success(try await body(context)))
                } catch {
                    end(node, .failure(error))
                }
            }
            own(
                isMain
                    ? Task.detached(executorPreference: loop, operation: call)
                    : Task.detached(operation: call),
                as: node,
                flag
            )
        }
    }

    /// Keeps the task of a body, so that it can be cancelled, unless it has ended meanwhile.
    func own(_ task: Task<Void, Never>, as node: Int, _ flag: CancellationFlag) {
        let isCancelled = state.withLock { state in
            guard state.running[node]?.cancellation === flag else { return false }
            state.running[node]?.task = task
            return flag.isRaised
        }
        if isCancelled { task.cancel() }
    }

    func work(of node: Int, _ payload: AnyOutput?) -> Body {
        if node < graph.operationCount { return graph.plan.declarations[node].body }
        guard let payload else {
            // Its action ended before its place in the queue was taken.
            return .synchronous { _ in throw CancellationError() }
        }
        switch graph.plan.actionDeclarations[node - graph.operationCount].handler {
        case .synchronous(let handler):
            return .synchronous {
                try handler(payload, $0)
                return Output(())
            }
        case .asynchronous(let handler):
            return .asynchronous {
                try await handler(payload, $0)
                return Output(())
            }
        }
    }

    func begin(_ node: Int) -> Bool {
        perform { machine, now in machine.started(node, at: now) }
    }

    func end(_ node: Int, _ result: Result<AnyOutput, any Error>) {
        perform(
            before: { state in state.running[node] = nil },
            { machine, now in machine.ended(node, LaunchMachine.Result(result), at: now) },
            after: { state, counts in
                if counts, case .success(let output) = result { state.outputs[node] = output }
            }
        )
    }

    func tearDown(_ node: Int) {
        guard let stop = graph.plan.declarations[node].stop, let output = output(of: node) else {
            return tornDown(node, nil)
        }
        let context = OperationContext(
            name: graph.name(of: node),
            actionID: nil,
            launch: self,
            node: node,
            cancellation: CancellationFlag()
        )
        let call: @Sendable () async -> Void = { [self] in
            do {
                try await stop(output, context)
                tornDown(node, nil)
            } catch {
                tornDown(node, Failure(.error, "\(error)"))
            }
        }
        // Owned by the launch's teardown, which waits for it, up to the grace.
        if graph.queue(of: node) == .main {
            Task.detached(executorPreference: loop, operation: call)
        } else {
            Task.detached(operation: call)
        }
    }

    func tornDown(_ node: Int, _ failure: Failure?) {
        perform { machine, now in machine.tornDown(node, failure, at: now) }
    }
}

extension LaunchMachine.Result {
    fileprivate init(_ result: Result<AnyOutput, any Error>) {
        switch result {
        case .success: self = .succeeded
        case .failure(is CancellationError): self = .cancelled(nil)
        case .failure(let error as Cancelled): self = .cancelled(error.description)
        case .failure(let error): self = .failed("\(error)")
        }
    }
}
