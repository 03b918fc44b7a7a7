/// The main queue: its bodies run on the thread of the main loop.
extension Launch {
    /// Runs bodies of the main queue on the calling thread, the main loop's, one after another;
    /// before each, which may take long, it calls `beforeBody`.
    ///
    /// - Returns: Whether there may be another.
    func runMainTurn(beforeBody: () -> Void) -> Bool {
        var ending: Ending?
        for _ in 0..<Self.mainTurn {
            guard let node = nextOnMain(after: ending) else { return false }
            beforeBody()
            let (body, kind) = body(of: node)
            if kind == .asynchronous {
                ending = nil
                runHere(node, on: loop)
            } else {
                ending = run(body, of: node)
            }
        }
        if let ending { end(ending) }
        return hasMainWork
    }

    /// After how many bodies whatever else is posted to the main queue's thread gets its turn.
    private static let mainTurn = 16

    /// Ends one body of the main queue and takes the next, in one visit to the machine.
    private func nextOnMain(after ending: consuming Ending?) -> Int? {
        let (node, rest) = state.withLock { state in
            let now = Instant.now
            Self.end(ending, &state, at: now)
            state.mainIsCalled = false
            let freedBy = Int(state.machine.lanes[0].freedBy)
            let node = state.machine.takeNext(.main, releasing: freedBy, at: now)
            return (node, Rest(&state))
        }
        finish(rest)
        return node
    }

    /// Runs a body that was taken on the calling thread; an `async` one in a task on `executor`.
    func runHere(_ node: Int, on executor: any TaskExecutor) {
        let (body, kind) = body(of: node)
        switch kind {
        case .synchronous, .blocking, .groupEntry, .groupExit:
            end(run(body, of: node))
        case .asynchronous:
            runInTask(on: executor, node) { [self] in
                var ending = Ending(node: node)
                do {
                    let work = body?._withUnsafeGuaranteedRef { $0.asynchronous }
                    ending.output = try await work?(OperationContext(launch: self, node: node))
                } catch {
                    ending.failed = Ending.Failed(result(of: error, node))
                }
                end(ending)
            }
        }
    }

    private var hasMainWork: Bool { state.withLock { $0.machine.startable(.main) > 0 } }
}
