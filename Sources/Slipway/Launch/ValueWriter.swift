/// Writes the last good values of operations where they outlive the launch: one after the other, on
/// a thread that exists while there are values to write, so that no operation waits for a disk.
final class ValueWriter: Sendable {
    /// A value that is to be stored.
    struct Write: Sendable {
        let index: Int
        let operation: String
        let output: AnyOutput
        let endedAt: Int64
        let keep: Fallback<AnyOutput>.Keeping
    }

    private struct State: Sendable {
        var waiting = Fifo<Write>()
        /// The task that writes; `nil` while there is nothing to write.
        var task: Task<Void, Never>?
        var isWriting = false
        var hasFailed = false
        var isOver = false
    }

    let store: any ValueStore
    private let launch: String
    private let state = Guarded(State())
    private let idle = Parker()

    /// - Parameters:
    ///   - store: The store of values.
    ///   - launch: The name of the plan, for messages.
    init(_ store: any ValueStore, of launch: String) {
        self.store = store
        self.launch = launch
    }

    /// Has values written after those before them; does not block, and calls no code of the embedder.
    ///
    /// - Returns: Whether ``start()`` is to be called.
    func add(_ writes: [Write]) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            for write in writes { state.waiting.append(write) }
            defer { state.isWriting = true }
            return !state.isWriting
        }
    }

    /// Starts the thread that writes.
    func start() {
        do throws(OwnThread.Failure) {
            let thread = try OwnThread("slipway-values", for: "the values of operations")
            state.withLock { state in
                state.task = Task.detached(executorPreference: thread) { [self] in
                    while let write = next() { await perform(write) }
                    thread.end()
                }
            }
        } catch {
            while let write = next() { tell(write.operation, error) }
        }
    }

    /// Writes a value now.
    func perform(_ write: Write) async {
        do { try await write.keep(write.output, write.operation, write.endedAt, store) } catch {
            tell(write.operation, error)
        }
    }

    /// Waits until all is written.
    ///
    /// - Parameter limit: How long at most; what is not written by then is let go of.
    /// - Returns: Whether all is written.
    func end(within limit: Duration) -> Bool {
        let isWriting = state.withLock { state in
            state.isOver = true
            return state.isWriting
        }
        guard isWriting, !idle.wait(upTo: limit) else { return true }
        let task = state.withLock { state in
            state.waiting = Fifo()
            return state.task.take()
        }
        task?.cancel()
        return false
    }

    private func next() -> Write? {
        let (write, isLast) = state.withLock { state in
            let write = state.waiting.popFirst()
            if write == nil {
                state.isWriting = false
                state.task = nil
            }
            return (write, write == nil && state.isOver)
        }
        if isLast { idle.notify() }
        return write
    }

    private func tell(_ operation: String, _ error: any Error) {
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        guard isFirst else { return }
        StandardError.write(
            "slipway: '\(launch)' cannot store the value of '\(operation)' for later launches: "
                + Failure(error).message
        )
    }
}
