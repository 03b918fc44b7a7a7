internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// Waits for an action that a service has stored and leaves to its next launch, as at a restart.
///
/// It asks at the observing socket, so that it starts no service that was stopped.
struct ActionFollowing {
    /// The action's identity.
    let id: ActionID
    /// The state to wait for.
    let wait: Method.Submit.Wait
    /// When to give up; `nil` for ``SendRetry/patience`` after the service went away.
    let deadline: Instant?
    /// Connects to the observing socket; `nil` while there is no service.
    let observe: () throws -> ControlClient?
    /// Goes on while it waits.
    let line: LiveLine
    /// Takes every reply.
    let onReply: (SubmitReply) throws -> Void
    /// Takes a line about the service: that it went away, or is back.
    let onChange: (String) -> Void

    /// The end of the wait.
    struct End {
        /// The last reply, as it came.
        var reply: JSON
        /// Why nothing more came, as the end of a sentence; `nil` if all is said by the reply.
        var reason: String?
    }

    /// The result of one look at the service.
    private enum Sight {
        /// The last reply, which decides.
        case end(JSON)
        /// The service that had the action is still ending.
        case stopping
        /// There is no service, for a reason if one was given.
        case gone(String?)
        /// It was there, and went away again.
        case lost
    }

    /// The pause while the service is still ending.
    private static let pause = Duration.milliseconds(100)

    /// Waits; blocks.
    ///
    /// - Parameters:
    ///   - last: The last reply by now.
    ///   - outage: What is known of the service by now.
    /// - Returns: The last reply of all, and why no more came.
    /// - Throws: What it met that does not pass by itself.
    func run(after last: JSON, _ outage: inout Outage) throws -> End {
        var end = End(reply: last)
        var retry = SendRetry(until: deadline, hasKey: true)
        while true {
            let began = Instant.now
            let trouble: SendRetry.Trouble
            switch try look(&end.reply, &outage) {
            case .end(let reply): return End(reply: reply)
            case .stopping:
                tell(outage.begin("the service is stopping\(waiting)"))
                if let deadline, Instant.now >= deadline { return end }
                line.sleep(Self.pause)
                continue
            case .gone(let reason):
                tell(outage.begin((reason ?? "the service does not run") + waiting))
                end.reason = reason ?? end.reason
                trouble = .notTaken
            case .lost:
                tell(outage.begin("the service went away\(waiting)"))
                end.reason = nil
                trouble = .lost
            }
            guard let pause = retry.pause(after: trouble, begunAt: began, now: .now) else {
                end.reason = end.reason ?? outage.words
                return end
            }
            line.sleep(pause)
        }
    }

    private var waiting: String { "; waiting for its next launch, which has action '\(id)'" }

    private func tell(_ line: String?) {
        if let line { onChange(line) }
    }

    private func look(_ last: inout JSON, _ outage: inout Outage) throws -> Sight {
        var isThere = false
        do {
            guard let client = try observe() else { return .gone(nil) }
            let status = try client.call(Method.GetStatus()).status
            guard Self.isServing(status) else { return .stopping }
            isThere = true
            line.follow(client)
            tell(outage.end())
            try stream(client) { last = $0 }
            if try isOver(last) { return .end(last) }
            // It is left to the next launch: this one ends, or lacks what the action requires.
            let later = try client.call(Method.GetStatus()).status
            let isLacking = Self.isServing(later) && later.launchID == status.launchID
            return isLacking ? .end(last) : .stopping
        } catch ControlClientError.refused(let error) {
            switch LaunchRefusal(error) {
            case .shuttingDown: return .stopping
            case .launchFailed(let operation, let message):
                let refusal = LaunchRefusal.launchFailed(operation: operation, message: message)
                return .gone(refusal.description)
            default: throw ControlClientError.refused(error)
            }
        } catch ControlClientError.closed {
            return isThere ? .lost : .gone(nil)
        } catch ControlClientError.cannotConnect {
            return .gone(nil)
        }
    }

    private static func isServing(_ status: LaunchStatus) -> Bool {
        switch status.phase {
        case .starting, .ready: true
        case .stopping, .stopped, .failed: false
        }
    }

    private func isOver(_ reply: JSON) throws -> Bool {
        let reply = try SubmitReply(reply: reply)
        return reply.hasReached(wait) || reply.waitTimedOut
    }

    private func stream(_ client: ControlClient, onLast: (JSON) -> Void) throws {
        let left = deadline.map { max(Instant.now.duration(to: $0), .zero) }
        let call = Method.WaitAction(id.description, wait, timeout: left)
        let limit = left.map { $0 + ActionSending.patience }
        try client.stream(call, timeout: limit) { parameters in
            onLast(parameters)
            try onReply(SubmitReply(reply: parameters))
            return true
        }
    }
}
