internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayReport

/// The things that an action waits for, for the line that its sender sees.
///
/// The replies to the sender tell the state of the action. Once a second the observing socket is
/// asked what the action waits for; without an answer, that is left out.
final class ActionProgress {
    /// The time that an answer may take: the line stands still meanwhile.
    private static let patience = Duration.milliseconds(300)
    private static let interval = Duration.seconds(1)

    private let observe: () throws -> ControlClient?
    private var action: ActionStatus?
    private var isOver = false
    /// The instant at which the present state of the action was told.
    private var toldAt: Instant
    private var client: ControlClient?
    private var answer: (explanation: Explanation, at: Instant)?
    private var nextQuestion: Instant

    init(observe: @escaping () throws -> ControlClient?) {
        self.observe = observe
        toldAt = .now
        nextQuestion = .now
    }

    /// Takes a reply to the sender.
    func take(_ reply: SubmitReply, waitingFor wait: Method.Submit.Wait) {
        if reply.action.state != action?.state {
            toldAt = .now
            answer = nil
            nextQuestion = .now
        }
        action = reply.action
        isOver = reply.hasReached(wait)
    }

    /// Forgets what is known of the action, since the service does not answer.
    func forget() {
        (action, answer, client) = (nil, nil, nil)
    }

    /// `open-url 8b383ac3: waiting for user-data 1.2s of 5s`; `nil` before the first reply.
    func words(at now: Instant) -> String? {
        guard let action, !isOver else { return nil }
        ask(action, at: now)
        let words =
            answer.map { ProgressText.words(for: $0.explanation, asOf: $0.at, at: now) }
            ?? "\(action.sentence) \(toldAt.duration(to: now).coarseTimespan)"
        return "\(action.kind) \(action.id.description.prefix(8)): \(words)"
    }

    private func ask(_ action: ActionStatus, at now: Instant) {
        guard now >= nextQuestion else { return }
        nextQuestion = now.advanced(by: Self.interval)
        do {
            let client = try client ?? observe()
            self.client = client
            let question = Method.Explain(action.id.description)
            let explanation = try client?.call(question, timeout: Self.patience).explanation
            answer = explanation.map { ($0, .now) }
        } catch {
            (client, answer) = (nil, nil)
        }
    }
}
