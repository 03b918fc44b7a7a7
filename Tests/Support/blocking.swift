internal import Foundation

/// Runs blocking code on its own thread: Swift's pool has few, which other tests need.
package func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
