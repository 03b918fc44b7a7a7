internal import Slipway
internal import Synchronization

/// The functions that undo the operations of one generation of a service, and do them again.
///
/// The functions of an operation that another generation takes over are moved to it, so that each
/// operation is undone once.
package final class Undoings: Sendable {
    /// The two functions of one operation.
    struct Undoing: Sendable {
        /// The operation starts a program, which may run though its start has failed.
        var endsProgram = false
        /// Undoes the operation, within the grace of the generation that it belongs to by then.
        let undo: @Sendable (_ grace: Duration) async throws -> Void
        /// Does the operation again, within its time; to all others its value is as before.
        let redo: @Sendable () async throws -> Void
        /// The task that does the operation again; `nil` if none does.
        var redoing: Task<Void, any Error>? = nil

        /// Undoes the operation; a task that does it again is cancelled and waited for first.
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
        /// The operations that were undone to make room, in that order.
        ///
        /// If the reload fails, they are done again; those that are not restored (a program that
        /// did not run) are only noted again.
        var undone: [(name: String, Undoing, isRestored: Bool)] = []
        /// The operations that are being undone to make room.
        var makingRoom: [String: Task<Void, any Error>] = [:]
        /// The functions of the generation before, until all that is taken over has been moved.
        var earlier: Undoings?
        /// The operations that are taken over from ``earlier``.
        var adopted: Set<String> = []
        /// The generation has taken over what it does not run itself.
        var hasFollowed = false
        /// The new functions of operations that will be taken over, declared otherwise than before;
        /// `nil`: there is nothing to undo any more.
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
                // Noted as it begins: a stop meanwhile undoes it.
                done[name] = undoing
                if let redoing { return (name, redoing) }
            }
            return nil
        }

        /// An operation was done again, or that has failed: as after a start, a failed operation is
        /// not undone, unless it has a program.
        mutating func redone(_ name: String, _ result: Result<Void, any Error>) {
            done[name]?.redoing = nil
            if case .failure = result, done[name]?.endsProgram == false { done[name] = nil }
        }

        /// Takes over the functions of an operation; `nil` if there are none.
        mutating func receive(_ operation: String, _ undoing: Undoing?) {
            if let renewed = renewed.removeValue(forKey: operation) {
                done[operation] = renewed
            } else if let undoing {
                done[operation] = undoing
            }
        }

        /// The functions of the generation before, if an operation is taken over from it.
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

    /// Has the generation before asked, too, until all that is taken over has been moved: a stop
    /// may come between.
    ///
    /// - Parameters:
    ///   - earlier: The functions of the generation before; `nil` once all have been moved.
    ///   - adopted: The operations that are taken over.
    package func follow(_ earlier: Undoings?, for adopted: some Sequence<String> & Sendable) {
        state.withLock { state in
            state.earlier = earlier
            state.adopted = earlier == nil ? [] : Set(adopted)
            state.hasFollowed = true
        }
    }

    /// Replaces the functions that an operation had in the generation before, once it is taken
    /// over.
    ///
    /// - Parameters:
    ///   - operation: The operation, which has succeeded in the generation before.
    ///   - undoing: The functions, once the operation is taken over; `nil`: there is nothing to
    ///     undo any more.
    func renew(_ operation: String, _ undoing: Undoing?) {
        state.withLock { state in
            guard state.hasFollowed else { return state.renewed[operation] = .some(undoing) }
            state.done[operation] = undoing
        }
    }

    private func take(_ operation: String) -> Undoing? { state.withLock { $0.take(operation) } }

    /// Undoes an operation, if it has something to undo; it is not done again after that.
    ///
    /// An operation that is being undone to make room is waited for.
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
    /// Once begun, the undoing goes on when the task is cancelled: an operation that is half undone
    /// could not be done again.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - grace: How long its `stop` may take, and the processes of its program to end.
    ///   - isRestored: Whether ``restore()`` does it again.
    /// - Throws: What the `stop` threw; the operation counts as undone all the same.
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
    /// - Throws: The first operation that cannot be done again, and why; the following ones stay
    ///   undone.
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

    /// Moves the functions of operations to a later generation, whose stop finds them at every
    /// moment.
    package func move(_ operations: some Sequence<String>, to other: Undoings) {
        for operation in operations {
            // The locks are taken in the order in which the later generation asks the earlier one.
            other.state.withLock { other in
                other.receive(
                    operation,
                    state.withLock { $0.done.removeValue(forKey: operation) }
                )
            }
        }
    }
}
