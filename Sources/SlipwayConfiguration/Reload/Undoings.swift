internal import Synchronization

/// What undoes the operations of one generation of a service, and does them again.
///
/// What another generation takes over is moved to it, so that each operation is undone once.
package final class Undoings: Sendable {
    /// What undoes one operation.
    struct Undoing: Sendable {
        let undo: @Sendable () async throws -> Void
        /// Does it again; its value is the same as before to all others.
        let redo: @Sendable () async throws -> Void
    }

    private struct State: Sendable {
        var done: [String: Undoing] = [:]
        /// Those that were undone to make room, in that order.
        var undone: [(name: String, Undoing)] = []
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
        state.withLock { $0.done[operation] != nil }
    }

    /// Undoes an operation, if it has something to undo.
    func undo(_ operation: String) async throws {
        try await state.withLock { $0.done.removeValue(forKey: operation) }?.undo()
    }

    /// Undoes an operation for the time being, if it has something to undo.
    ///
    /// - Throws: What its `stop` threw: it is undone as far as that goes.
    package func makeRoom(of operation: String) async throws {
        let undoing = state.withLock { state in
            let undoing = state.done.removeValue(forKey: operation)
            if let undoing { state.undone.append((operation, undoing)) }
            return undoing
        }
        try await undoing?.undo()
    }

    /// Does again what was undone to make room, the last first.
    ///
    /// - Throws: The first operation that cannot be done again, and why; what comes after it is not.
    package func restore() async throws(NotRestored) {
        while let (name, undoing) = state.withLock({ $0.undone.popLast() }) {
            do {
                try await undoing.redo()
            } catch {
                throw NotRestored(operation: name, reason: "\(error)")
            }
            state.withLock { $0.done[name] = undoing }
        }
    }

    /// Why a generation cannot go on as it was.
    package struct NotRestored: Error {
        package let operation: String
        package let reason: String
    }

    /// What was undone stays so.
    package func forgetUndone() { state.withLock { $0.undone = [] } }

    /// Another generation takes over what undoes these operations.
    package func move(_ operations: some Sequence<String>, to other: Undoings) {
        for operation in operations {
            guard let undoing = state.withLock({ $0.done.removeValue(forKey: operation) }) else {
                continue
            }
            other.note(operation, undoing)
        }
    }
}
