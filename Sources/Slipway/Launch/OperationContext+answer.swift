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
    /// A host keeps the answer with the action as its `output`, also when the action fails, for those who may
    /// read its payload: its sender and operators. Of several answers the last one counts; that of an attempt
    /// which is followed by another one does not. A launch without a host has no senders, and drops it.
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
    /// No handler of a launch action runs with this context: it is that of an operation, or the action has
    /// ended.
    case noAction(operation: String)
    /// As compact JSON it has so many bytes, more than are kept.
    case tooLong(bytes: Int, limit: Int)

    /// One line: what is wrong, and what to do.
    public var description: String {
        switch self {
        case .noAction(let operation):
            "'\(operation)' has no sender to answer: only the handler of a launch action that runs has one"
        case .tooLong(let bytes, let limit):
            "the answer has \(bytes) bytes as JSON, and at most \(limit) are kept: "
                + "answer with the place where the rest is"
        }
    }
}
