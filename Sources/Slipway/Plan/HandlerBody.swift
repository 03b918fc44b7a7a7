/// What a launch action does with its payload, which it gets from the launch when it starts.
final class SynchronousHandler<Payload: Sendable>: Body, @unchecked Sendable {  // One `let`.
    private let handler: @Sendable (Payload, OperationContext) throws -> Void

    init(_ handler: @escaping @Sendable (Payload, OperationContext) throws -> Void) {
        self.handler = handler
    }

    override func run(_ context: OperationContext) throws -> AnyOutput? {
        try handler(try context.payload(as: Payload.self), context)
        return nil
    }
}

final class AsynchronousHandler<Payload: Sendable>: Body, @unchecked Sendable {  // One `let`.
    private let handler:
        nonisolated(nonsending) @Sendable (Payload, OperationContext) async throws -> Void

    init(
        _ handler:
            nonisolated(nonsending) @escaping @Sendable (
                Payload, OperationContext
            ) async throws -> Void
    ) {
        self.handler = handler
    }

    override nonisolated(nonsending) func runAsynchronously(
        _ context: OperationContext
    ) async throws -> AnyOutput? {
        try await handler(try context.payload(as: Payload.self), context)
        return nil
    }
}
