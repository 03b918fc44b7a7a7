import Foundation

/// Runs what blocks on a thread of its own: those of Swift's pool are few, and others need them.
func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
