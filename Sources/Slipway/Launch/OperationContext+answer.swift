extension OperationContext {
    /// Answers the sender of the launch action whose handler runs.
    ///
    /// ```swift
    /// plan.action("export") { (order: Order, context) in
    ///     let file = try await write(order)
    ///     try context.answer(["file": file])
    /// }
    /// ```
    ///
    /// A host adds the answer to the action as its `output`, also when the action fails, for those
    /// who may read the action's payload: its sender and operators. Of several answers the last one
    /// counts; the answer of an attempt that is followed by another one does not. A launch without
    /// a host has no senders, and drops the answer.
    ///
    /// - Parameter value: At most 64 KiB as compact JSON.
    /// - Throws: ``AnswerFault``; or what its `encode(to:)` throws.
    public func answer(_ value: some Encodable) throws {
        guard let id = actionID else { throw AnswerFault.noAction(operation: name) }
        try launch.keeper?.keep(answer: value, of: id)
    }
}

/// Why there is no answer to the sender of a launch action.
public enum AnswerFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// No handler of a launch action runs with this context: the context is that of an operation,
    /// or the action has ended.
    case noAction(operation: String)
    /// The answer has so many bytes as compact JSON, more than the limit.
    case tooLong(bytes: Int, limit: Int)

    /// One line: what is wrong, and what to do.
    public var description: String {
        switch self {
        case .noAction(let operation):
            "'\(operation)' has no sender to answer: only the handler of a launch action that runs has one"
        case .tooLong(let bytes, let limit):
            "the answer has \(bytes) bytes as JSON, and at most \(limit) are allowed: "
                + "answer with the place where the rest is"
        }
    }
}
