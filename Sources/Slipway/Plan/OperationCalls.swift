/// The closures of an operation's author.
///
/// Apart from the operation, so that a launch can let go of them when the operation has ended.
final class OperationCalls: Sendable {
    /// The work, or the handler of a launch action; `nil` for a group, and for what stays.
    let body: Body?
    /// The work of a part that stays.
    let staying: StayingBody?
    let condition: Condition?
    /// Tells whether an attempt that failed with this error may be tried again; `nil` for always.
    let retries: (@Sendable (any Error) -> Bool)?
    let fallback: AnyFallback?
    let teardown: Teardown?
    /// Of a kind of launch action, what reads its payloads, if they can be read.
    let payload: (@Sendable () -> (any PayloadDecoding)?)?

    /// The closures of an operation with a typed value.
    init<Value: Sendable>(
        _ condition: Condition?,
        _ retry: Retry?,
        _ fallback: Fallback<Value>?,
        _ teardown: (@Sendable (Value) async throws -> Void)?,
        body: @escaping Body
    ) {
        self.body = body
        staying = nil
        self.condition = condition
        retries = retry?.retries
        self.fallback = fallback.map { AnyFallback($0) }
        self.teardown = teardown.map { Self.teardown($0) }
        payload = nil
    }

    init(
        body: Body? = nil,
        staying: StayingBody? = nil,
        condition: Condition? = nil,
        retries: (@Sendable (any Error) -> Bool)? = nil,
        fallback: AnyFallback? = nil,
        teardown: Teardown? = nil,
        payload: (@Sendable () -> (any PayloadDecoding)?)? = nil
    ) {
        self.body = body
        self.staying = staying
        self.condition = condition
        self.retries = retries
        self.fallback = fallback
        self.teardown = teardown
        self.payload = payload
    }

    /// The closures of an operation that starts a program.
    init<Value: Sendable>(
        _ condition: Condition?,
        _ retry: Retry?,
        _ fallback: Fallback<Value>?,
        _ teardown: ProgramTeardown<Value>,
        body: @escaping Body
    ) {
        self.body = body
        staying = nil
        self.condition = condition
        retries = retry?.retries
        self.fallback = fallback.map { AnyFallback($0) }
        self.teardown = { output in try await teardown.call(Output<Value>.value(of: output)) }
        payload = nil
    }

    private static func teardown<Value: Sendable>(
        _ teardown: @escaping @Sendable (Value) async throws -> Void
    ) -> Teardown {
        { output in
            // Without a value there is nothing to undo: its condition did not hold.
            guard let value = Output<Value>.value(of: output) else { return }
            try await teardown(value)
        }
    }

    /// The part that is still called once the operation has ended: its teardown.
    var afterEnd: OperationCalls? { teardown.map { OperationCalls(teardown: $0) } }
}

/// The work of an operation, or the handler of a launch action.
///
/// Synchronous closures are `async` ones that do not suspend.
typealias Body = nonisolated(nonsending) @Sendable (OperationContext) async throws -> AnyOutput?

/// The work of a part that stays, which goes on after its operation has ended.
typealias StayingBody = nonisolated(nonsending) @Sendable (Readiness) async throws -> Void

/// The teardown of an operation that succeeded; it is called with the operation's value.
typealias Teardown = @Sendable (AnyOutput?) async throws -> Void
