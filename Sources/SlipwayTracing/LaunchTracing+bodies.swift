public import Slipway
internal import Synchronization
public import Tracing

// This check is in the first file, by name, that imports what the trait brings: the compiler gets
// no further.
#if !Tracing
#error("SlipwayTracing needs the trait 'Tracing' of the package 'slipway'")
#endif

extension LaunchTracing {
    /// Makes a body run inside its operation's span, so that spans that it begins are children of
    /// it.
    ///
    /// ```swift
    /// plan.add("user-data", body: tracing.traced { _ in try await fetchUser() })
    /// ```
    ///
    /// All attempts of an operation run in the same span. This observer ends the span, so the
    /// launch must report to it.
    public func traced<Value>(
        _ body: @escaping @Sendable (OperationContext) async throws -> Value
    ) -> @Sendable (OperationContext) async throws -> Value {
        { [self] context in
            try await withSpan(of: context) { _ in try await body(context) }
        }
    }

    /// Makes a synchronous body run inside its operation's span.
    public func traced<Value>(
        _ body: @escaping @Sendable (OperationContext) throws -> Value
    ) -> @Sendable (OperationContext) throws -> Value {
        { [self] context in
            try withSpan(of: context) { _ in try body(context) }
        }
    }

    /// Makes a handler run inside the span of its launch action.
    public func traced<Payload>(
        _ handler: @escaping @Sendable (Payload, OperationContext) async throws -> Void
    ) -> @Sendable (Payload, OperationContext) async throws -> Void {
        { [self] payload, context in
            try await withSpan(of: context) { _ in try await handler(payload, context) }
        }
    }

    /// Makes a synchronous handler run inside the span of its launch action.
    public func traced<Payload>(
        _ handler: @escaping @Sendable (Payload, OperationContext) throws -> Void
    ) -> @Sendable (Payload, OperationContext) throws -> Void {
        { [self] payload, context in
            try withSpan(of: context) { _ in try handler(payload, context) }
        }
    }

    /// Runs a part of a body inside the span of its operation or launch action.
    ///
    /// ```swift
    /// plan.add("user-data") { context in
    ///     try await tracing.withSpan(of: context) { span in
    ///         span.attributes["user.cached"] = cache.isFresh
    ///         return try await fetchUser()
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - context: The context that the body got.
    ///   - isolation: The caller's.
    ///   - body: The work. It may add to the span, but must not end it.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public func withSpan<Value>(
        of context: OperationContext,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (any Span) async throws -> Value
    ) async rethrows -> Value {
        let span = span(of: context)
        return try await ServiceContext.withValue(span.context, isolation: isolation) {
            try await body(span)
        }
    }

    /// Runs a part of a synchronous body inside the span of its operation or launch action.
    ///
    /// - Parameters:
    ///   - context: The context that the body got.
    ///   - body: The work. It may add to the span, but must not end it.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public func withSpan<Value>(
        of context: OperationContext,
        _ body: (any Span) throws -> Value
    ) rethrows -> Value {
        let span = span(of: context)
        return try ServiceContext.withValue(span.context) { try body(span) }
    }

    private func span(of context: OperationContext) -> any Span {
        let name = context.name
        let key = context.actionID.map { SpanBook.Key.action($0) } ?? .operation(name)
        let isCancelled = context.isCancelled
        return book.withLock { book in
            // A cancelled operation may have ended for the launch, and its span with it: a second
            // span would never be ended.
            guard !book.isClosed, !isCancelled || book.open[key] != nil else {
                return NoOpTracer.NoOpSpan(context: book.launchContext ?? book.parent)
            }
            return book.span(key, named: name, at: .now)
        }
    }
}

extension LaunchReporter where Self == LaunchTracing {
    /// Records one launch as a trace with the present tracer.
    public static var tracing: LaunchTracing { LaunchTracing() }
}
