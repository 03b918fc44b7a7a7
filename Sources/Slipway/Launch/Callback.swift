/// The end of a wait for the callback of an old-style API; see
/// ``OperationContext/callback(of:timeout:_:)``.
///
/// A callback is called as a function, on any thread and at any time: with a value, with an error,
/// or with a `Result` of either. The first call counts; later calls, and calls after the end of the
/// wait, do nothing. The wait fails when the last copy is let go of without a call.
public struct Callback<Value: Sendable>: Sendable {
    private let call: Call

    init(_ promise: Promise<Result<Value, any Error>>, operation: String) {
        call = Call(promise, operation: operation)
    }

    /// Ends the wait with a value.
    public func callAsFunction(_ value: Value) { call.promise.resolve(.success(value)) }

    /// Ends the wait with an error, which the body gets thrown.
    public func callAsFunction(throwing error: any Error) { call.promise.resolve(.failure(error)) }

    /// Ends the wait with a value or an error.
    public func callAsFunction(_ result: Result<Value, any Error>) { call.promise.resolve(result) }

    /// Ends the wait with a value or an error of a type of its own.
    public func callAsFunction<Failure: Error>(_ result: Result<Value, Failure>) {
        call.promise.resolve(result.mapError { $0 as any Error })
    }

    /// Shared by all copies of a callback: when the last copy is let go of, the wait fails.
    private final class Call: Sendable {
        let promise: Promise<Result<Value, any Error>>
        private let operation: String

        init(_ promise: Promise<Result<Value, any Error>>, operation: String) {
            self.promise = promise
            self.operation = operation
        }

        deinit { promise.resolve(.failure(CallbackFailure.letGo(operation: operation))) }
    }
}

extension Callback where Value == Void {
    /// Ends the wait.
    public func callAsFunction() { callAsFunction(()) }
}

/// Why a callback that a body waited for did not come.
public enum CallbackFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The last copy of the callback was let go of without a call.
    case letGo(operation: String)
    /// The callback was not called within the limit.
    case timedOut(operation: String, limit: Duration)

    /// One line: the failure, and the remedy.
    public var description: String {
        switch self {
        case .letGo(let operation):
            "the callback of '\(operation)' was let go of and never called: call it on every path"
        case .timedOut(let operation, let limit):
            "the callback of '\(operation)' did not come within \(limit.timespan)"
        }
    }
}
