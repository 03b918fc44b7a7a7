internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport

/// The words for the state of something that a command waits for.
///
/// Times go on between two answers of a service: `asOf` is when an answer was true.
enum ProgressText {
    /// A launch: `12/20 operations, waiting for user-data 1.2s of 5s`.
    static func words(for status: LaunchStatus, asOf: Instant, at now: Instant) -> String {
        let counts = "\(status.operations.ended)/\(status.operations.total) operations"
        let phase = status.phase == .starting ? nil : status.phase.word
        let blocker = status.waitsFor.last.map { waiting(for: $0, asOf.duration(to: now)) }
        let pause = status.isPaused ? "paused" : nil
        return [phase, counts, blocker, pause].compactMap(\.self).joined(separator: ", ")
    }

    /// An operation or an action: `running 1.2s of 5s`, `waiting for user-data 1.2s of 5s`.
    static func words(for explanation: Explanation, asOf: Instant, at now: Instant) -> String {
        let more = asOf.duration(to: now)
        guard let last = explanation.steps.last(where: \.isOnChain) else {
            return explanation.state
        }
        guard explanation.steps.first(where: \.isOnChain) != last else {
            return last.state + time(of: last, more)
        }
        return waiting(for: last, more)
    }

    /// Something that happened, with the time since: `the service went away 1.2s`.
    static func words(for news: String, since start: Instant, at now: Instant) -> String {
        let elapsed = start.duration(to: now)
        return elapsed < .milliseconds(100) ? news : "\(news) \(elapsed.coarseTimespan)"
    }

    private static func waiting(for step: Explanation.Step, _ more: Duration) -> String {
        let state = step.state == "running" ? "" : ", \(step.state)"
        return "waiting for \(step.name)\(state)" + time(of: step, more)
    }

    /// ` 1.2s of 5s (attempt 2 of 4)`.
    private static func time(of step: Explanation.Step, _ more: Duration) -> String {
        let elapsed = step.elapsed.map { max($0 + more, .zero) }
        // A very short time is left out.
        let shown =
            elapsed.flatMap { $0 < .milliseconds(100) ? nil : " \($0.coarseTimespan)" } ?? ""
        let budget = shown.isEmpty ? nil : step.budget.map { " of \($0.timespan)" }
        return shown + (budget ?? "") + (step.detail.map { " (\($0))" } ?? "")
    }
}
