internal import Synchronization

/// The functions that undo the operations of one generation of a service, and do them again.
///
/// Those that another generation takes over are moved to it, so that each operation is undone once.
package final class Undoings: Sendable {
    /// The two functions of one operation.
    struct Undoing: Sendable {
        let undo: @Sendable () async throws -> Void
        /// Does it again, within the time that it has; its value is the same as before to all others.
        let redo: @Sendable () async throws -> Void
    }

    private struct State: Sendable {
        var done: [String: Undoing] = [:]
        /// Those that were undone to make room and are to be done again if that was in vain, in that order.
        var undone: [(name: String, Undoing)] = []
        /// Those of the generation before, until all is moved that is taken over.
        var earlier: Undoings?
        /// The operations that are taken over from it.
        var adopted: Set<String> = []

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
        }
    }

    private func take(_ operation: String) -> Undoing? {
        state.withLock { state in
            state.done.removeValue(forKey: operation)
                ?? state.earlier(of: operation)?.take(operation)
        }
    }

    /// Undoes an operation, if it has something to undo.
    func undo(_ operation: String) async throws {
        try await take(operation)?.undo()
    }

    /// Undoes an operation for the time being, if it has something to undo.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - isRestored: Whether ``restore()`` does it again.
    /// - Throws: What its `stop` threw: it is undone as far as that goes.
    package func makeRoom(of operation: String, isRestored: Bool) async throws {
        let undoing = take(operation)
        if let undoing, isRestored { state.withLock { $0.undone.append((operation, undoing)) } }
        try await undoing?.undo()
    }

    /// Does again what was undone to make room, the last first.
    ///
    /// - Throws: The first operation that cannot be done again, and why; what comes after it is not.
    package func restore() async throws(NotRestored) {
        while let (name, undoing) = state.withLock({ $0.undone.popLast() }) {
            // Before it is done: a stop meanwhile undoes it.
            note(name, undoing)
            do {
                try await undoing.redo()
            } catch {
                throw NotRestored(operation: name, reason: "\(error)")
            }
        }
    }

    /// Why a generation cannot go on as it was.
    package struct NotRestored: Error {
        package let operation: String
        package let reason: String
    }

    /// Operations that were undone stay so.
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
