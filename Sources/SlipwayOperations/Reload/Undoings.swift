internal import Slipway
internal import Synchronization

/// The functions that undo the operations of one generation of a service, and do them again.
///
/// Those that another generation takes over are moved to it, so that each operation is undone once.
package final class Undoings: Sendable {
    /// The two functions of one operation.
    struct Undoing: Sendable {
        /// It ends a program, which may run though its start has failed.
        var endsProgram = false
        /// Undoes it, within a grace: that of the generation which it belongs to by then.
        let undo: @Sendable (_ grace: Duration) async throws -> Void
        /// Does it again, within the time that it has; its value is the same as before to all others.
        let redo: @Sendable () async throws -> Void
        /// It is being done again.
        var redoing: Task<Void, any Error>? = nil

        /// Undoes it; what does it again gives up first, so that both do not run at a time.
        func run(within grace: Duration) async throws {
            if let redoing {
                redoing.cancel()
                _ = await redoing.result
            }
            try await undo(grace)
        }
    }

    private struct State: Sendable {
        var done: [String: Undoing] = [:]
        /// Those that were undone to make room, in that order: if that was in vain they are done again, or, where nothing
        /// ran, known again.
        var undone: [(name: String, Undoing, isRestored: Bool)] = []
        /// Those that are being undone to make room.
        var makingRoom: [String: Task<Void, any Error>] = [:]
        /// Those of the generation before, until all is moved that is taken over.
        var earlier: Undoings?
        /// The operations that are taken over from it.
        var adopted: Set<String> = []
        /// The generation has taken over what it does not do itself.
        var hasFollowed = false
        /// The functions that undo, from then on, operations that are declared otherwise than before; `nil`: none does.
        var renewed: [String: Undoing?] = [:]

        mutating func take(_ operation: String) -> Undoing? {
            done.removeValue(forKey: operation) ?? earlier(of: operation)?.take(operation)
        }

        /// Begins to undo an operation to make room; `nil` if it has nothing to undo.
        mutating func makeRoom(
            of operation: String,
            within grace: Duration,
            isRestored: Bool
        ) -> Task<Void, any Error>? {
            guard let undoing = take(operation) else { return nil }
            // An operator may start a program that does not run.
            if isRestored || undoing.endsProgram { undone.append((operation, undoing, isRestored)) }
            let making = Task { try await undoing.run(within: grace) }
            makingRoom[operation] = making
            return making
        }

        /// Begins to do again what was undone last; `nil` if nothing is left.
        mutating func redoNext() -> (name: String, Task<Void, any Error>)? {
            while case (let name, var undoing, let isRestored)? = undone.popLast() {
                let redoing = isRestored ? Task { [redo = undoing.redo] in try await redo() } : nil
                undoing.redoing = redoing
                // From its beginning: a stop meanwhile undoes it.
                done[name] = undoing
                if let redoing { return (name, redoing) }
            }
            return nil
        }

        /// An operation was done again, or has failed: as in a start, what has failed is not undone.
        mutating func redone(_ name: String, _ result: Result<Void, any Error>) {
            done[name]?.redoing = nil
            if case .failure = result, done[name]?.endsProgram == false { done[name] = nil }
        }

        /// Takes over what undoes an operation; `nil` if nothing does.
        mutating func receive(_ operation: String, _ undoing: Undoing?) {
            if let renewed = renewed.removeValue(forKey: operation) {
                done[operation] = renewed
            } else if let undoing {
                done[operation] = undoing
            }
        }

        /// The earlier ones, if an operation is taken over from them.
        func earlier(of operation: String) -> Undoings? {
            adopted.contains(operation) ? earlier : nil
        }
    }

    private let state = Mutex(State())

    /// Begins with nothing to undo.
    package init() {}

    /// An operation has something to undo.
    func note(_ operation: String, _ undoing: Undoing) {
        state.withLock { $0.done[operation] = undoing }
    }

    /// Tells whether an operation has something to undo.
    package func has(_ operation: String) -> Bool {
        state.withLock { state in
            state.done[operation] != nil || state.earlier(of: operation)?.has(operation) ?? false
        }
    }

    /// Until all that is taken over was moved, the generation before is asked, too: a stop may come between.
    ///
    /// - Parameters:
    ///   - earlier: What undoes its operations; `nil` once all was moved.
    ///   - adopted: Those that are taken over.
    package func follow(_ earlier: Undoings?, for adopted: some Sequence<String> & Sendable) {
        state.withLock { state in
            state.earlier = earlier
            state.adopted = earlier == nil ? [] : Set(adopted)
            state.hasFollowed = true
        }
    }

    /// An operation that is taken over is undone, and done again, in another way than in the generation before.
    ///
    /// - Parameters:
    ///   - operation: The operation, which has succeeded there.
    ///   - undoing: Its functions, once it is taken over; `nil`: there is nothing to undo any more.
    func renew(_ operation: String, _ undoing: Undoing?) {
        state.withLock { state in
            guard state.hasFollowed else { return state.renewed[operation] = .some(undoing) }
            state.done[operation] = undoing
        }
    }

    private func take(_ operation: String) -> Undoing? { state.withLock { $0.take(operation) } }

    /// Undoes an operation, if it has something to undo; it is not done again after that.
    ///
    /// One that is being undone to make room is waited for.
    package func undo(_ operation: String, within grace: Duration) async throws {
        let (undoing, making) = state.withLock { state in
            state.undone.removeAll { $0.name == operation }
            return (state.take(operation), state.makingRoom[operation])
        }
        try await making?.value
        try await undoing?.run(within: grace)
    }

    /// Undoes an operation for the time being, if it has something to undo.
    ///
    /// Once begun it is not given up when the task is cancelled: half undone it could not be done again.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - grace: How long its `stop` may take, and the processes of its program to end.
    ///   - isRestored: Whether ``restore()`` does it again.
    /// - Throws: What its `stop` threw: it is undone as far as that goes.
    package func makeRoom(
        of operation: String,
        within grace: Duration,
        isRestored: Bool
    ) async throws {
        let making = state.withLock {
            $0.makeRoom(of: operation, within: grace, isRestored: isRestored)
        }
        defer { state.withLock { $0.makingRoom[operation] = nil } }
        try await making?.value
    }

    /// Does again what was undone to make room, the last first.
    ///
    /// - Parameter completion: Called with the name of each operation that was done again.
    /// - Throws: The first operation that cannot be done again, and why; what comes after it is not.
    package func restore(
        _ completion: @Sendable (String) async -> Void = { _ in }
    ) async throws(NotRestored) {
        while let (name, redoing) = state.withLock({ $0.redoNext() }) {
            let result = await redoing.result
            state.withLock { $0.redone(name, result) }
            if case .failure(let error) = result {
                throw NotRestored(operation: name, reason: "\(error)")
            }
            await completion(name)
        }
    }

    /// Why a generation cannot go on as it was.
    package struct NotRestored: Error {
        package let operation: String
        package let reason: String
    }

    /// Operations that were undone stay so.
    package func forgetUndone() { state.withLock { $0.undone = [] } }

    /// Another generation, which came after this one, takes over what undoes these operations: a stop of that one
    /// finds it at every moment.
    package func move(_ operations: some Sequence<String>, to other: Undoings) {
        for operation in operations {
            // The locks are taken in the order in which the later one asks the earlier one.
            other.state.withLock { other in
                other.receive(
                    operation,
                    state.withLock { $0.done.removeValue(forKey: operation) }
                )
            }
        }
    }
}
