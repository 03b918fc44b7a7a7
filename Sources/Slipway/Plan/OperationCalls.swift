/// The closures of an operation's author.
///
/// Apart from the operation, so that a launch can let go of them when the operation has ended.
final class OperationCalls: Sendable {
    /// The work, or the handler of a launch action; `nil` for a group, and for a part.
    let body: Body?
    /// The closures that few operations have.
    private let others: Others?

    private final class Others: Sendable {
        let staying: StayingBody?
        let condition: Condition?
        let retries: (@Sendable (any Error) -> Bool)?
        let fallback: AnyFallback?
        let teardown: Teardown?
        let payload: (@Sendable () -> (any PayloadDecoding)?)?
        let keys: (@Sendable (ActionPayload) -> ActionKeys?)?

        init(
            _ staying: StayingBody?,
            _ condition: Condition?,
            _ retries: (@Sendable (any Error) -> Bool)?,
            _ fallback: AnyFallback?,
            _ teardown: Teardown?,
            _ payload: (@Sendable () -> (any PayloadDecoding)?)?,
            _ keys: (@Sendable (ActionPayload) -> ActionKeys?)?
        ) {
            self.staying = staying
            self.condition = condition
            self.retries = retries
            self.fallback = fallback
            self.teardown = teardown
            self.payload = payload
            self.keys = keys
        }
    }

    /// The work of a part.
    var staying: StayingBody? { others?.staying }
    var condition: Condition? { others?.condition }
    /// Tells whether an attempt that failed with this error may be tried again; `nil` for always.
    var retries: (@Sendable (any Error) -> Bool)? { others?.retries }
    var fallback: AnyFallback? { others?.fallback }
    var teardown: Teardown? { others?.teardown }
    /// For a kind of launch action: makes the reader of its payloads, `nil` if they cannot be read.
    var payload: (@Sendable () -> (any PayloadDecoding)?)? { others?.payload }
    /// For a kind of launch action with keys: makes them of a payload.
    var keys: (@Sendable (ActionPayload) -> ActionKeys?)? { others?.keys }

    init(
        body: Body? = nil,
        staying: StayingBody? = nil,
        condition: Condition? = nil,
        fallback: AnyFallback? = nil,
        teardown: Teardown? = nil,
        retries: (@Sendable (any Error) -> Bool)? = nil,
        payload: (@Sendable () -> (any PayloadDecoding)?)? = nil,
        keys: (@Sendable (ActionPayload) -> ActionKeys?)? = nil
    ) {
        self.body = body
        let isAlone =
            staying == nil && condition == nil && retries == nil && fallback == nil
            && teardown == nil && payload == nil && keys == nil
        others =
            isAlone
            ? nil : Others(staying, condition, retries, fallback, teardown, payload, keys)
    }

    /// The closures of an operation with a typed value.
    convenience init<Value: Sendable>(
        _ condition: Condition?,
        _ retry: Retry?,
        _ fallback: Fallback<Value>?,
        _ teardown: (@Sendable (Value) async throws -> Void)?,
        body: @escaping Body
    ) {
        // The plain way first: generic code takes the types of these closures from the runtime.
        guard condition != nil || retry != nil || fallback != nil || teardown != nil else {
            self.init(body: body)
            return
        }
        self.init(
            body: body,
            condition: condition,
            fallback: fallback.map { AnyFallback($0) },
            teardown: teardown.map { Self.teardown($0) },
            retries: retry?.retries
        )
    }

    /// The closures of a group.
    convenience init<Value: Sendable>(
        _ condition: Condition?,
        _ retry: Retry?,
        _ fallback: Fallback<Value>?
    ) {
        self.init(
            condition: condition,
            fallback: fallback.map { AnyFallback($0) },
            retries: retry?.retries
        )
    }

    /// The closures of an operation whose teardown is called also if it has not succeeded.
    convenience init<Value: Sendable>(
        _ condition: Condition?,
        _ retry: Retry?,
        _ fallback: Fallback<Value>?,
        ofEffect teardown: (@Sendable (Value?) async throws -> Void)?,
        body: @escaping Body
    ) {
        self.init(
            body: body,
            condition: condition,
            fallback: fallback.map { AnyFallback($0) },
            teardown: teardown.map { Self.teardown(ofEffect: $0) },
            retries: retry?.retries
        )
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

    private static func teardown<Value: Sendable>(
        ofEffect teardown: @escaping @Sendable (Value?) async throws -> Void
    ) -> Teardown {
        { output in try await teardown(Output<Value>.value(of: output)) }
    }

    /// The part that is still called once the operation has ended: its teardown.
    var afterEnd: OperationCalls? { teardown.map { OperationCalls(teardown: $0) } }
}

/// The work of an operation, or the handler of a launch action.
///
/// Synchronous closures are `async` ones that do not suspend.
typealias Body = nonisolated(nonsending) @Sendable (OperationContext) async throws -> AnyOutput?

/// The work of a part, which goes on after its operation has ended.
typealias StayingBody = nonisolated(nonsending) @Sendable (Readiness) async throws -> Void

/// The teardown of an operation that succeeded; it is called with the operation's value.
typealias Teardown = @Sendable (AnyOutput?) async throws -> Void
