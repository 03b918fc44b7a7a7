/// The fallback of an operation that has no value of its own.
extension LaunchMachine {
    /// Tells whether a fallback may stand in: not in a group that is ending, or a launch, and not for a
    /// group before all that is in it has ended.
    func mayFallBack(_ index: Int) -> Bool {
        mayBegin(index) && topology.operations[index].declaration.options.hasFallback
            && !isInClosedGroup(index) && groups[index]?.unended ?? 0 == 0
    }

    mutating func fallBack(_ index: Int, insteadOf outcome: Outcome) {
        records[state: index] = .fallingBack(Call(startedAt: now), insteadOf: outcome)
        remaining.active += 1
        armCallTimeout(index)
        emit(.fallBack(index))
    }

    /// The error for which the fallback of an operation is needed.
    func errorBeforeFallback(of index: Int) -> any Error {
        guard case .fallingBack(_, let outcome) = records[state: index] else {
            return CancellationError()
        }
        if case .failed(let failure) = outcome { return failure.errors[0] }
        // An operation that was added may have been released.
        if case .skipped(let name) = outcome, let root = self.index(named: name),
            let rootOutcome = records[outcome: root], !rootOutcome.isUsable
        {
            return OperationFailure(operation: name, outcome: rootOutcome)
        }
        return OperationFailure(operation: name(of: index), outcome: outcome)
    }

    /// The fallback has found a value, has failed, or has declined, perhaps with a reason in words.
    ///
    /// - Returns: Whether its value counts.
    @discardableResult
    mutating func fallbackEnded(
        _ index: Int,
        _ found: Swift.Result<FallbackUse?, Failure>,
        declining words: String? = nil
    ) -> Bool {
        guard case .fallingBack(let call, let before) = records[state: index] else {
            forgetLeftCall(index)
            return false
        }
        remaining.active -= 1
        disarmCall(index, call)
        records[state: index] = .pending
        defer { advance() }
        if let cancellation = call.cancellation {
            if cancellation.isTimeout {
                let failure = Failure(.timedOut, fallbackTimeout(index))
                resolve(index, before.withFallbackFailure(failure))
            } else {
                resolve(index, .cancelled(reason: cancellation.reason))
            }
            return false
        }
        switch found {
        case .success(nil):
            resolve(index, before.withDecline(words))
            return false
        case .success(let use?):
            records[details: index].fallback = use
            if case .notNeeded = before {
                resolve(index, before)
            } else {
                let reason = before.message ?? before.word
                if case .failed(let failure) = before {
                    let quiet = failure.messageWithoutOutput
                    noteReason(of: index, withoutOutput: quiet, instead: reason)
                }
                resolve(index, .degraded(reason: reason))
            }
            return true
        case .failure(let failure):
            resolve(index, before.withFallbackFailure(failure))
            return false
        }
    }

    /// A body says where the value comes from that it is about to return.
    mutating func noteSource(_ use: FallbackUse, of index: Int) {
        guard records[call: index] != nil else { return }
        records[details: index].fallback = use
    }

    func fallbackTimeout(_ index: Int) -> String {
        let options = topology.operations[index].options
        return "timed out after \((options.callLimit ?? .zero).timespan)"
    }
}

extension Outcome {
    /// The outcome with the reason why its fallback declined; an outcome that is no failure stays
    /// as it is: its reason stands at another operation.
    func withDecline(_ words: String?) -> Outcome {
        guard let words, case .failed(let failure) = self else { return self }
        return .failed(failure.saying { "\($0); its fallback declined: \(words)" })
    }

    func withFallbackFailure(_ failure: Failure) -> Outcome {
        let words = "its fallback failed too: \(failure.message)"
        switch self {
        case .failed(let first):
            let errors = first.errors + failure.errors
            return .failed(first.saying { "\($0); \(words)" }.of(errors))
        case .skipped(let root):
            let both = Failure(.error, "'\(root)' did not succeed; \(words)")
            return .failed(both.of(failure.errors))
        case .notNeeded(let condition):
            let reason = "not needed: \(Self.unmet(condition))"
            return .failed(failure.saying { "\(reason); its fallback failed: \($0)" })
        case .succeeded, .degraded, .cancelled: return self
        }
    }
}
