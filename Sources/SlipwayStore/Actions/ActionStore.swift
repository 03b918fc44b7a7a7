package import Slipway
package import SlipwayInterface
package import SlipwayJSON
internal import SlipwayVarlink
internal import Synchronization

/// Has the actions of a launch until they have ended, and for a while after: stores those that
/// outlive the process, and holds the others in memory.
///
/// Accepted means stored: a new action gets its position in the launch, is stored, or held in
/// memory, and only then are the launch and the sender told that it is accepted.
package final class ActionStore: Sendable {
    /// Turns a stored payload into what the handler of a kind gets.
    package typealias Decoding =
        @Sendable (_ kind: String, JSONObject) throws(Failure) -> ActionPayload

    struct State: Sendable {
        /// The launch that is told of the file.
        var launch: Launch?
        /// The launches that are answered, each with what turns stored payloads into those of
        /// handlers.
        var served: [String: (launch: Launch, decode: Decoding)] = [:]
        var onTrouble: @Sendable (String) -> Void = { _ in }
        /// The results of handlers, until the ends of their actions were told.
        var results: [ActionID: HandlerResult] = [:]
        /// The launch must not be without a file.
        var isRequired = false
        /// The file cannot be used at present.
        var isAway = false
        /// The file has been open.
        var hasBeenOpen = false
        /// The trouble that was found with the file.
        var fileTrouble: StorageTrouble?
        /// The trouble that the file does not answer.
        var silence: StorageTrouble?
        /// The trouble that damaged files lie beside the file.
        var damage: StorageTrouble?
        /// The number of times that the launch was told of a trouble, or of its end.
        var toldTroubles = 0
    }

    let database: ActionDatabase
    let state = Mutex(State())

    /// Creates a store for the launches of a service; see ``serve(_:decode:)``.
    ///
    /// - Parameter isDurable: Whether there is a state directory.
    package init(isDurable: Bool) { database = ActionDatabase(isDurable: isDurable) }

    /// The file does not answer at present.
    package var isSilent: Bool { state.withLock { $0.silence != nil } }
}

/// The questions about the records; each is answered at once or later, on a thread of the store,
/// after all changes so far. While the file is silent, the answer is that error, or what is in
/// memory.
extension ActionStore {
    /// The answer to an action that the launch did not take and that has the key of an earlier one;
    /// `nil` without such a one.
    package nonisolated(nonsending) func find(
        _ action: NewAction
    ) async throws(StoreError) -> KeepingAnswer? {
        guard action.key != nil else { return nil }
        return try await read { reading throws(StoreError) in try reading.find(action) }
    }

    /// The record of an action; `nil` for none.
    package nonisolated(nonsending) func record(
        _ id: ActionID
    ) async throws(StoreError) -> StoredAction? {
        try await read { reading throws(StoreError) in try reading.record(id) }
    }

    /// The identities that begin with a text, at most so many, in their order.
    package nonisolated(nonsending) func identities(
        beginning text: String,
        upTo limit: Int
    ) async throws(StoreError) -> [ActionID] {
        try await read { reading throws(StoreError) in
            try reading.identities(beginning: text, upTo: limit)
        }
    }

    /// Records in the order of acceptance.
    package nonisolated(nonsending) func page(
        _ filter: ActionFilter
    ) async throws(StoreError) -> StoredPage {
        try await read { reading throws(StoreError) in try reading.page(filter) }
    }

    /// A copy of what is stored.
    package nonisolated(nonsending) func copy() async throws(StoreError) -> StoreCopy {
        try await answer { [database] in database.copy(completion: $0) }
    }

    /// Lets go of the records of all actions that have ended; their number.
    package nonisolated(nonsending) func purge() async throws(StoreError) -> Int {
        try await read { reading throws(StoreError) in try reading.purge() }
    }

    private nonisolated(nonsending) func read<Value: Sendable>(
        _ body: @escaping @Sendable (ActionReading) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await answer { [database] completion in
            let answer = SingleAnswer(completion)
            database.read { reading in
                answer.give(Result { () throws(StoreError) in try body(reading) })
            }
        }
    }

    /// Uses the file for data other than actions; waits for the file as changes do.
    nonisolated(nonsending) func useFile<Value: Sendable>(
        _ use: FileUse = .synced,
        _ body: @escaping @Sendable (ActionWriter) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await answer { [database] completion in
            let answer = SingleAnswer(completion)
            database.useFile(use) { file in
                answer.give(Result { () throws(StoreError) in try body(try file.get()) })
            }
        }
    }

    /// Goes on once `ask` is answered, on the thread that answers: each job of the store is done or
    /// refused.
    private nonisolated(nonsending) func answer<Value: Sendable>(
        to ask: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
    ) async throws(StoreError) -> Value {
        typealias Answer = Result<Value, StoreError>
        return try await withUnsafeContinuation { (asker: UnsafeContinuation<Answer, Never>) in
            ask { asker.resume(returning: $0) }
        }.get()
    }
}

/// The results of handlers, until the ends of their actions were told.
extension ActionStore {
    /// Holds what the handler of an attempt left, instead of what that of an earlier attempt left.
    package func note(_ result: HandlerResult, of id: ActionID) {
        var result = result
        result.lastWords = result.lastWords?.cut(to: TextLimit.message)
        result.lines = result.lines.suffix(HandlerResult.lineLimit)
            .map { $0.cut(to: TextLimit.message) }
        if let output = result.output, output.compact.utf8.count > ActionLimit.payload {
            result.output = nil
        }
        let isNothing = result == HandlerResult()
        state.withLock { $0.results[id] = isNothing ? nil : result }
        // A handler that was given up may return after the end of its action, which is told only once.
        if !isNothing, !isOpen(id) { state.withLock { _ = $0.results.removeValue(forKey: id) } }
    }

    package func keep(answer: some Encodable, of id: ActionID) throws {
        let output = try JSON(encoding: answer)
        let (bytes, limit) = (output.compact.utf8.count, ActionLimit.payload)
        guard bytes <= limit else { throw AnswerFault.tooLong(bytes: bytes, limit: limit) }
        var result = result(of: id)
        result.output = output
        note(result, of: id)
    }

    /// Tells whether the action of a launch that is served has not ended.
    private func isOpen(_ id: ActionID) -> Bool {
        let launches = state.withLock { $0.served.values.map(\.launch) }
        return launches.contains { $0.action(id)?.state.isEnded == false }
    }

    /// The result of an action's handler, until the action's end was told; an empty one before and after
    /// that.
    package func result(of id: ActionID) -> HandlerResult {
        state.withLock { $0.results[id] } ?? HandlerResult()
    }

    /// The status for those who may read the payload.
    package func detailed(_ status: ActionStatus) -> ActionStatus {
        status.detailed(state.withLock { $0.results[status.id]?.lastWords })
    }

    /// The end of an action was told: its record has what its handler left.
    package func note(_ status: ActionStatus) {
        guard status.state.isEnded else { return }
        state.withLock { _ = $0.results.removeValue(forKey: status.id) }
    }

    /// Handles lost changes: `status` returns the status of an action, or `nil` for one that ended
    /// so long ago that it was forgotten.
    package func noteLoss(_ status: (ActionID) -> ActionStatus?) {
        for id in state.withLock({ Array($0.results.keys) })
        where status(id)?.state.isEnded != false {
            state.withLock { _ = $0.results.removeValue(forKey: id) }
        }
    }
}

extension ActionWriter {
    /// Reads or writes data other than actions.
    func use<Value>(
        _ body: (SQLiteConnection) throws(SQLiteError) -> Value
    ) throws(StoreError) -> Value {
        let connection = table.connection
        do throws(SQLiteError) {
            return try body(connection)
        } catch {
            throw StoreError(connection.path, error)
        }
    }
}
