internal import Slipway
internal import Synchronization

/// The actions that are held in memory, in a table that is made at its first use.
///
/// Any thread may use the table, and none waits in it for a disk. Of two actions with the same key
/// the stored one counts: an earlier configuration had their kind stored. So the file is asked
/// before an action with a key is taken in here; once the file is open, only about kinds of which
/// it has such actions.
final class MemoryActions: @unchecked Sendable {  // Its variables are guarded by its lock.
    private let lock = Mutex(())
    private var writer: ActionWriter?
    /// The kinds of which the file has, or had, actions with keys; `nil` before it is open.
    private var storedKinds: Set<String>?

    /// - Parameter hasFile: Whether there is to be a file.
    init(besideFile hasFile: Bool) { storedKinds = hasFile ? nil : [] }

    /// Tells whether an action is here.
    func has(_ id: ActionID) -> Bool {
        lock.withLock { _ in writer.map { (try? $0.table.has(id)) == true } ?? false }
    }

    /// Writes changes together, but for new actions about which the file has to be asked before.
    ///
    /// - Returns: What became of each, in their order; `nil` for those about which the file has to
    ///   be asked.
    func write(_ writes: [ActionWrite]) -> [Result<ActionWritten, StoreError>?] {
        lock.withLock { _ in
            let asks = writes.map { $0.change.new.map(isAskedFor) ?? false }
            var written = commit(zip(writes, asks).filter { !$0.1 }.map(\.0))[...]
            return asks.map { $0 ? nil : written.popFirst() }
        }
    }

    /// Writes a new action about which the file was asked.
    func writeAsked(_ write: ActionWrite) -> Result<ActionWritten, StoreError> {
        lock.withLock { _ in commit([write]).first ?? .failure(.closed) }
    }

    private func isAskedFor(_ action: NewAction) -> Bool {
        guard let storedKinds else { return action.isOnlyRetry || action.key != nil }
        return action.isOnlyRetry || action.key != nil && storedKinds.contains(action.kind)
    }

    private func commit(_ writes: [ActionWrite]) -> [Result<ActionWritten, StoreError>] {
        guard !writes.isEmpty else { return [] }
        do throws(SQLiteError) {
            return try made().commit(writes, at: .now)
        } catch {
            return writes.map { _ in .failure(StoreError("memory", error)) }
        }
    }

    private func made() throws(SQLiteError) -> ActionWriter {
        if let writer { return writer }
        let made = ActionWriter(try ActionTable(), .inMemory)
        writer = made
        return made
    }

    /// Reads the table; `nil` if there is none yet.
    func read<Value: Sendable>(
        _ body: (ActionTable) throws(SQLiteError) -> Value
    ) throws(StoreError) -> Value? {
        let result: Result<Value, StoreError>? = lock.withLock { _ in
            guard let table = writer?.table else { return nil }
            do throws(SQLiteError) { return .success(try body(table)) } catch {
                return .failure(StoreError("memory", error))
            }
        }
        return try result?.get()
    }

    /// Lets go of some old records if it is time to.
    func purgeIfDue() throws(StoreError) {
        let result: Result<Void, StoreError> = lock.withLock { _ in
            do throws(StoreError) { return .success(try writer?.purgeIfDue() ?? ()) } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// When old records are let go of next; `nil` for never.
    var nextVisit: Instant? { lock.withLock { _ in writer?.nextVisit } }

    /// Lets go of the records of all actions that have ended; their number.
    func purgeEnded() throws(StoreError) -> Int {
        let result: Result<Int, StoreError> = lock.withLock { _ in
            do throws(StoreError) { return .success(try writer?.purgeEnded() ?? 0) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The file is open, and has actions with keys of these kinds.
    ///
    /// - Returns: The actions here that have a key and have not ended: one in the file may have the
    ///   same key.
    func fileOpened(
        _ kinds: Set<String>
    ) -> [(id: ActionID, key: [SQLiteValue])] {
        lock.withLock { _ in
            storedKinds = kinds.union(storedKinds ?? [])
            return (try? writer?.table.openKeys()) ?? []
        }
    }

    /// Actions are about to be stored.
    func noteStored(_ writes: [ActionWrite]) {
        let kinds = writes.compactMap { $0.change.new.flatMap { $0.key == nil ? nil : $0.kind } }
        guard !kinds.isEmpty else { return }
        lock.withLock { _ in storedKinds?.formUnion(kinds) }
    }
}

extension ActionChange {
    fileprivate var new: NewAction? {
        if case .accept(let action, _, _, _) = self { action } else { nil }
    }
}
