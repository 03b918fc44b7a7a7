package import Slipway
package import SlipwayInterface
internal import SlipwayJSON

/// Keeps the last good values of operations in the file of the launch actions, beside them.
extension ActionStore: ValueStore {
    package func read<Value>(
        _ type: KeptValue<Value>.Type,
        of operation: String
    ) async throws -> KeptValue<Value>? {
        // A launch goes on without it rather than wait for another process.
        let row = try await use(isUrgent: true) { table throws(SQLiteError) in
            try table.row(of: operation)
        }
        guard let row else { return nil }
        return KeptValue(
            try JSON(parsing: row.json).decode(Value.self),
            identity: row.identity,
            endedAtUSec: row.endedAtUSec
        )
    }

    package func write<Value>(_ value: KeptValue<Value>, of operation: String) async throws {
        let row = ValueTable.Row(
            operation: operation,
            identity: value.identity,
            endedAtUSec: value.endedAtUSec,
            json: "\(try JSON(encoding: value.value))"
        )
        let size = row.json.utf8.count
        guard size <= ValueTable.sizeLimit else {
            throw StoreError("it has \(size) bytes as JSON, more than \(ValueTable.sizeLimit)")
        }
        try await use(isNew: true) { table throws(SQLiteError) in try table.put(row) }
    }

    /// Lists the values, without themselves.
    package func listValues(
        _ completion: @escaping @Sendable (Result<[ListedValue], StoreError>) -> Void
    ) {
        use({ table throws(SQLiteError) in try table.list() }, completion)
    }

    /// Lets go of the value of an operation; tells whether there was one.
    package func forgetValue(
        of operation: String,
        _ completion: @escaping @Sendable (Result<Bool, StoreError>) -> Void
    ) {
        use({ table throws(SQLiteError) in try table.remove(operation) }, completion)
    }

    private func use<Answer: Sendable>(
        isUrgent: Bool = false,
        isNew: Bool = false,
        _ body: @escaping @Sendable (ValueTable) throws(SQLiteError) -> Answer
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            use(isUrgent: isUrgent, isNew: isNew, body) {
                continuation.resume(with: $0.mapError { $0 as any Error })
            }
        }
    }

    private func use<Answer: Sendable>(
        isUrgent: Bool = false,
        isNew: Bool = false,
        _ body: @escaping @Sendable (ValueTable) throws(SQLiteError) -> Answer,
        _ completion: @escaping @Sendable (Result<Answer, StoreError>) -> Void
    ) {
        let answer = SingleAnswer(completion)
        database.useFile(isUrgent ? .urgent : .synced) { file in
            answer.give(
                file.flatMap { writer in
                    if isNew, let refusal = writer.refusal { return .failure(refusal) }
                    let connection = writer.table.connection
                    do throws(SQLiteError) {
                        return .success(try body(ValueTable(connection: connection)))
                    } catch {
                        return .failure(StoreError(connection.path, error))
                    }
                }
            )
        }
    }
}
