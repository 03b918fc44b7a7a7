internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayVarlink

extension ActionSending {
    /// The line for a change of the service.
    func words(for news: FollowMachine.News, after error: (any Error)?) -> String {
        switch news {
        case .again: "\(error.flatMap { Diagnostics.verdict($0).text } ?? ""); trying again"
        case .sendsAgain(let id, .disk): "\(Self.away), to go on with action '\(id)'"
        case .sendsAgain(let id, .memory):
            "\(Self.away), to send action '\(id)' again, which was held in memory only"
        case .awaits(let id, let trouble):
            "\(Self.words(for: trouble)); waiting for its next launch, which has action '\(id)'"
        case .gone: Self.away
        case .back: Self.back
        case .manager: "waiting: \(unit?.words ?? "")"
        }
    }

    static let away = "the service went away; waiting until it is back"
    static let back = "the service is back"

    private static func words(for trouble: Trouble) -> String {
        switch trouble {
        case .stopping: "the service is stopping"
        case .failed(let words): words
        case .lost: "the service went away"
        case .absent, .notTaken: "the service does not run"
        }
    }

    /// The failure after a refusal that leaves open whether the action was taken; `nil` after others.
    func uncertain(_ outcome: ActionFollower.Outcome) -> CommandFailure? {
        guard case ControlClientError.refused(let error)? = outcome.error,
            let refusal = LaunchRefusal(error), case .storeSilent(let id, _) = refusal
        else { return nil }
        return .cannot(
            "\(refusal); 'slipway actions \(id)' tells later what became of it; "
                + Silence.again(outcome.key)
        )
    }

    /// The failure of a service that is away; `nil` where the error of the last try says all.
    func failure(
        _ outcome: ActionFollower.Outcome,
        _ fate: FollowMachine.Fate
    ) -> CommandFailure? {
        switch fate {
        case .notTaken: return obstacle
        case .unknown:
            if obstacle == nil, case ControlClientError.closed? = outcome.error { return nil }
            let error = obstacle?.message ?? outcome.error.map { "\($0)" } ?? ""
            return .cannot(
                "\(error); an earlier try was lost: whether the daemon took the action is not "
                    + "known; \(Silence.again(outcome.key))"
            )
        case .stored(let id):
            return .late(
                "action '\(id)' was accepted, but not \(request.wait.rawValue) when the service went "
                    + "away; 'slipway actions \(id)' tells what became of it; \(outage.words)"
            ).adding(obstacle?.message)
        case .inMemory(let id):
            let words =
                "action '\(id)' was held in memory only, and is lost if the service has ended; "
            // Without a key it was not sent again.
            guard outcome.key != nil else {
                return .cannot(words + "whether it ran is not known").adding(obstacle?.message)
            }
            return .no(words + outage.words).adding(obstacle?.message)
        }
    }
}
