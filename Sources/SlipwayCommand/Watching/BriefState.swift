internal import Slipway

extension OperationStatus {
    /// The state in a few words, beside its bar: `1.2s of 5s`, `needs sdk-init`, `309ms`.
    ///
    /// - Parameters:
    ///   - open: The operations that have not ended.
    ///   - now: The instant.
    /// - Returns: The words; they may have control characters.
    func brief(open: Set<String>, at now: Instant) -> String {
        switch state {
        case .pending:
            if obstacle == .launch { return "starts after ready" }
            return obstacleWords(at: now) ?? missing(open)
        case .ready:
            let waited = readyAt.map { " \(max($0.duration(to: now), .zero).coarseTimespan)" } ?? ""
            if case .backoff(let next) = obstacle {
                let left = max(now.duration(to: next), .zero).coarseTimespan
                return "attempt \(attemptCount + 1) in \(left)\(lastReason)"
            }
            return lockWords ?? obstacleWords(at: now) ?? "waits\(waited)"
        case .running:
            let start = attemptStartedAt ?? startedAt ?? now
            let elapsed = max(start.duration(to: now), .zero).coarseTimespan
            let limit = declared.isGroup ? nil : declared.timeout.map { " of \($0.timespan)" }
            let attempt =
                attemptCount > 1 ? ", attempt \(attemptCount)/\(declared.attemptLimit)" : ""
            let words = (obstacleWords(at: now) ?? lack).map { ", \($0)" } ?? ""
            guard start.duration(to: now) >= .milliseconds(100) else {
                return "running\(attempt)\(words)"
            }
            return elapsed + (limit ?? "") + attempt + words
        case .ended(.succeeded), .ended(.degraded):
            let time = run.map { max($0, .zero).timespan } ?? ""
            let waited = wait.flatMap { $0 < .milliseconds(1) ? nil : "waited \($0.timespan)" }
            let tries = attemptCount > 1 ? "\(attemptCount) attempts" : nil
            return [time, waited, tries, outcome == .succeeded ? nil : result]
                .compactMap(\.self).joined(separator: ", ")
        case .ended: return result ?? word
        }
    }

    private func missing(_ open: Set<String>) -> String {
        let names = (declared.requires + declared.after).filter(open.contains)
        guard let first = names.first else { return declared.group.map { "part of \($0)" } ?? word }
        return "needs \(first)" + (names.count > 1 ? " and \(names.count - 1) more" : "")
    }

    /// The reason of the last attempt's failure: `: HTTP 503`.
    private var lastReason: String { attempts.last?.failure.map { ": \($0.message)" } ?? "" }
}
