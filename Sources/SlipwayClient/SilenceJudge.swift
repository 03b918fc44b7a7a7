internal import Slipway

/// Judges a silence: a service may take its time for an answer, or answer nothing at all.
///
/// A call may wait for long by design, as for an action that is to end. So the silence of the call
/// does not count. It counts that the process is held, or that another question, for which a
/// service needs no time, has no answer either.
struct SilenceJudge {
    /// A verdict.
    enum Verdict: Hashable {
        /// The call is to wait on.
        case patience
        /// The call is to wait on, and the caller is to be told that the service answers nothing.
        case told
        /// The service has answered nothing for ``ControlClient/patience``: the call fails.
        case over
    }

    /// The silence before the first look, and the interval between two looks.
    static let interval = Duration.seconds(2)
    /// The longest interval between two questions.
    private static let longestInterval = Duration.seconds(30)

    /// The instant since which the service answers nothing; `nil` while it answers.
    private var began: Instant?
    private var isTold = false
    private var nextQuestion: Instant
    private var questionInterval = interval

    /// - Parameter now: When the silence began.
    init(since now: Instant) { nextQuestion = now }

    /// Takes a look.
    ///
    /// - Parameters:
    ///   - now: The present instant.
    ///   - isHeld: A signal or a debugger holds the process.
    ///   - isLimited: The call has a limit of its own.
    ///   - answers: Asks the service something else; true also where it cannot be asked.
    /// - Returns: What to do.
    mutating func look(
        at now: Instant,
        isHeld: Bool,
        isLimited: Bool,
        answers: () -> Bool
    ) -> Verdict {
        if !isHeld {
            guard now >= nextQuestion else { return .patience }
            guard !answers() else {
                (began, isTold) = (nil, false)
                nextQuestion = now.advanced(by: questionInterval)
                questionInterval = min(questionInterval * 2, Self.longestInterval)
                return .patience
            }
        }
        nextQuestion = now
        questionInterval = Self.interval
        let start = began ?? now
        began = start
        if !isLimited, start.duration(to: now) >= ControlClient.patience - Self.interval {
            return .over
        }
        guard !isTold else { return .patience }
        isTold = true
        return .told
    }
}
