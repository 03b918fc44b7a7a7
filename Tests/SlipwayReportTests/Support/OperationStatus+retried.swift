import Slipway

/// Operations with several attempts, made by hand.
extension OperationStatus {
    /// An operation with at most four attempts, of which the given ones failed.
    static func retried(
        _ name: String,
        _ state: State,
        _ failed: [(Int64, Int64)]
    ) -> OperationStatus {
        let first = failed.first?.0
        var status = made(name, state, first, first)
        status.attemptLimit = 4
        status.attempt = failed.count
        status.attempts = failed.enumerated().map { index, span in
            Attempt(
                number: index + 1,
                startedAt: .at(span.0),
                endedAt: .at(span.1),
                failure: Failure(.error, "HTTP 503")
            )
        }
        return status
    }

    /// The same with a succeeded last attempt.
    static func retried(
        _ name: String,
        _ failed: [(Int64, Int64)],
        then last: (Int64, Int64)
    ) -> OperationStatus {
        var status = retried(name, .ended(.succeeded), failed)
        status.attempt += 1
        status.attempts.append(
            Attempt(number: status.attempt, startedAt: .at(last.0), endedAt: .at(last.1))
        )
        status.endedAt = .at(last.1)
        return status
    }
}
