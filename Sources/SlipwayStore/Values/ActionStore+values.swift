package import Slipway
package import SlipwayInterface
internal import SlipwayJSON

/// Stores the last good values of operations in the file of the launch actions, beside them.
extension ActionStore: ValueStore {
    package func read<Value>(
        _ type: KeptValue<Value>.Type,
        of operation: String
    ) async throws -> KeptValue<Value>? {
        // A launch goes on without the value rather than wait for another process.
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

    /// Lists the values, without their contents.
    package nonisolated(nonsending) func listValues() async throws(StoreError) -> [ListedValue] {
        try await use { table throws(SQLiteError) in try table.list() }
    }

    /// Lets go of the value of an operation; tells whether there was one.
    package nonisolated(nonsending) func forgetValue(
        of operation: String
    ) async throws(StoreError) -> Bool {
        try await use { table throws(SQLiteError) in try table.remove(operation) }
    }

    private nonisolated(nonsending) func use<Answer: Sendable>(
        isUrgent: Bool = false,
        isNew: Bool = false,
        _ body: @escaping @Sendable (ValueTable) throws(SQLiteError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await useFile(isUrgent ? .urgent : .synced) { writer throws(StoreError) in
            if isNew, let refusal = writer.refusal { throw refusal }
            return try writer.use { connection throws(SQLiteError) in
                try body(ValueTable(connection: connection))
            }
        }
    }
}
