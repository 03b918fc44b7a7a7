internal import Slipway
internal import SlipwayInterface

/// The end of a follower's work as senders in Swift get it.
extension ActionFollower.Outcome {
    /// The action by the last answer; also of a service that has stored it, and did not come back.
    ///
    /// - Parameter wait: The state that was waited for.
    /// - Returns: The action.
    /// - Throws: The action was not accepted, may be lost, or whether it was accepted is not known.
    func sentAction(_ wait: LaunchClient.Wait) throws(ClientError) -> SentAction {
        let failure: ClientError
        switch end {
        case .waited where !isTimeUp && isLasting: failure = unanswered
        case .answered, .waited, .away(.stored):
            if var reply = last?.reply {
                reply.isDuplicate = isDuplicate
                if isTimeUp, !reply.hasReached(wait.method) { reply.waitTimedOut = true }
                return SentAction(reply, wait)
            }
            failure = ClientError(.other, "the service has not answered")
        case .away(.inMemory(let id)):
            failure = ClientError(
                .interrupted,
                "action '\(id)' was held in memory only, and is lost if the service has ended"
            )
        case .away(.unknown): failure = unknown
        case .away(.notTaken), .refused, .late:
            failure = unanswered
        }
        throw failure
    }

    private var unanswered: ClientError {
        error.map { ClientError($0) } ?? ClientError(.other, "it was not sent")
    }

    /// The last call failed for a reason that does not pass once the service is back.
    private var isLasting: Bool {
        guard let error, Trouble(error) == nil else { return false }
        if case ControlClientError.cannotConnect = error { return false }
        return true
    }

    /// A service went away that may have taken the action.
    private var unknown: ClientError {
        // The words of a lost connection say that the outcome is not known.
        if let error, case ControlClientError.closed = error { return ClientError(error) }
        let advice =
            key.map { "sending it again with the key '\($0)' is safe" }
            ?? "sending it again may run it twice"
        let words = error.map { "\(ClientError($0))" } ?? ""
        return ClientError(
            .interrupted,
            "\(words); an earlier call was lost: whether the service took the action is not known; \(advice)"
        )
    }
}
