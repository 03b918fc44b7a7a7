extension OperationContext {
    /// Waits for the callback of an old-style API.
    ///
    /// ```swift
    /// plan.add("sdk-init", on: .main) { context in
    ///     try await context.callback(of: Session.self, timeout: .seconds(5)) { finish in
    ///         LegacySDK.start { session, error in
    ///             if let session { finish(session) } else { finish(throwing: error ?? Unknown()) }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// A body that only starts such work and returns has succeeded, whatever comes later; a body
    /// that waits with this method ends when the work does. Handlers of launch actions have the
    /// method too. The body holds its slot in the queue meanwhile, but no thread.
    ///
    /// The first call of `finish` counts. If the last copy of `finish` is let go of without a call,
    /// the wait fails, and does not last for ever. When the time is up or the body is cancelled,
    /// the wait ends at once, and does not stop the work that `start` began: a call that comes
    /// later does nothing.
    ///
    /// - Parameters:
    ///   - type: The type of the value, where nothing else says it.
    ///   - timeout: The longest wait, in the time that the launch runs in, as of ``sleep(for:)``; `nil`, the
    ///     default, for no limit but those of the operation.
    ///   - start: Begins the work, at once and without being suspended, and passes `finish` on to it.
    /// - Returns: The value with which `finish` was called.
    /// - Throws: The error with which `finish` was called; what `start` throws;
    ///   ``CallbackFailure``; `CancellationError` when the body is cancelled, also before `start`
    ///   is called.
    public nonisolated(nonsending) func callback<Value: Sendable>(
        of type: Value.Type = Value.self,
        timeout: Duration? = nil,
        _ start: (_ finish: Callback<Value>) throws -> Void
    ) async throws -> Value {
        try Task.checkCancellation()
        let promise = Promise<Result<Value, any Error>>()
        // No copy of the callback is held here, so that the wait ends when the work has let go of
        // it.
        try start(Callback(promise, operation: name))
        guard let timeout else { return try await Self.end(of: promise) }
        async let _: Void = expire(promise, after: timeout)
        return try await Self.end(of: promise)
    }

    private static nonisolated(nonsending) func end<Value: Sendable>(
        of promise: Promise<Result<Value, any Error>>
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            await promise.value()
        } onCancel: {
            promise.resolve(.failure(CancellationError()))
        }.get()
    }

    /// Ends a wait once its time is up, unless the task is cancelled before.
    private func expire<Value: Sendable>(
        _ promise: Promise<Result<Value, any Error>>,
        after limit: Duration
    ) async {
        // Not a sleep of the body, which waits for something outside virtual time: otherwise
        // virtual time would pass to the limit at once.
        try? await VirtualBody.$number.withValue(VirtualBody.none) {
            try await sleep(for: limit)
            promise.resolve(.failure(CallbackFailure.timedOut(operation: name, limit: limit)))
        }
    }
}
