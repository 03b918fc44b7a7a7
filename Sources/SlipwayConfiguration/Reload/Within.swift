internal import Slipway

/// Runs a body, and gives it up once its time is over.
///
/// - Throws: What it threw, or ``TimePassed``.
func within(_ limit: Duration, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: limit)
            throw TimePassed(limit: limit)
        }
        defer { group.cancelAll() }
        try await group.next()
    }
}

/// Something took too long.
struct TimePassed: Error, CustomStringConvertible {
    let limit: Duration
    var description: String { "not done within \(limit.timespan)" }
}
