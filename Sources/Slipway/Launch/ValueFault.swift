/// Why a launch has no value of an operation.
public enum ValueFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation has not ended.
    case notEnded(String)
    /// The operation ended without a value, with this outcome. `because`: the operations that
    /// caused this: the operation itself if it failed by itself; none if it was not needed. See
    /// ``errors``.
    case noValue(String, Outcome, because: [OperationFailure])
    /// The launch does not have the operation, or has let go of it, or of its value.
    case released

    /// The errors because of which there is no value, as they were thrown: also for an operation that was
    /// skipped or cancelled because of another one.
    ///
    /// ```swift
    /// do {
    ///     show(try await launch.value(of: page))
    /// } catch let fault as ValueFault where fault.errors.contains(where: { $0 is Unauthorized }) {
    ///     askForPassword()
    /// }
    /// ```
    ///
    /// Where nothing was thrown, a ``Failure`` stands for a timeout, and an ``OperationFailure`` for a
    /// cancellation. None if the operation has not ended, was not needed, or is not there.
    public var errors: [any Error] {
        guard case .noValue(_, _, let causes) = self else { return [] }
        return causes.flatMap { cause -> [any Error] in
            if case .failed(let failure) = cause.outcome { failure.errors } else { [cause] }
        }
    }

    /// The fault and its causes, in one line.
    public var description: String {
        switch self {
        case .notEnded(let name): "operation '\(name)' has no value yet: it has not ended"
        case .noValue(let name, let outcome, let causes):
            OperationFailure(operation: name, outcome: outcome).words(because: causes)
        case .released:
            "the launch does not have this operation, or has let go of it or of its value"
        }
    }
}

extension OperationFailure {
    /// `operation 'page' has no value: skipped, because 'login' failed: timed out after 5s`.
    fileprivate func words(because causes: [OperationFailure]) -> String {
        switch outcome {
        case .skipped, .cancelled:
            let others = causes.filter { $0.operation != operation }.map { cause in
                ["'\(cause.operation)' \(cause.outcome.predicate)", cause.outcome.message]
                    .compactMap(\.self).joined(separator: ": ")
            }
            guard !others.isEmpty else { return description }
            let words = others.joined(separator: "; ").cutSayingSo(to: Failure.longestMessage)
            return "operation '\(operation)' has no value: \(outcome.word), because \(words)"
        case .succeeded, .degraded, .failed, .notNeeded: return description
        }
    }
}
