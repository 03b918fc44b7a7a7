package import Slipway
package import SlipwayInterface
package import SlipwayJSON
internal import SlipwayVarlink

/// Sends one action, or asks for one that was sent, and follows it through the restarts and crashes of its service.
///
/// The class is the shell of a ``FollowMachine``, for one thread, which blocks. An action that the
/// service has stored and leaves to its next launch is asked for at the observing socket: that
/// starts no service that was stopped.
package final class ActionFollower {
    /// The connections, the clock and the audience of a follower.
    package struct Surroundings {
        /// Connects for the first call; the parameter is how long to wait for room in the backlog, `nil` for as long as
        /// usual.
        package var connect: (Duration?) throws -> ControlClient
        /// Connects to the observing socket; `nil` while there is no service.
        package var observe: () throws -> ControlClient?
        package var sleep: (Duration) -> Void
        /// Takes news, with the error of the last call.
        package var tell: (FollowMachine.News, (any Error)?) -> Void = { _, _ in }
        /// Takes every reply.
        package var onReply: (SubmitReply) throws -> Void = { _ in }
        /// Asks the manager about the service; `nil` if there is none to ask.
        package var askManager: (() -> FollowMachine.Outlook)?
        /// The manager holds the connection's socket, so that there may be no process behind it.
        package var isHeldByManager: (ControlClient) -> Bool = { _ in false }

        package init(
            connect: @escaping (Duration?) throws -> ControlClient,
            observe: @escaping () throws -> ControlClient?,
            sleep: @escaping (Duration) -> Void
        ) {
            self.connect = connect
            self.observe = observe
            self.sleep = sleep
        }
    }

    /// The end of a follower's work.
    package struct Outcome {
        package let end: FollowMachine.End
        /// The last reply, as it came and as it was read; `nil` if there was none.
        package let last: (json: JSON, reply: SubmitReply)?
        /// The error of the last call; `nil` if none failed.
        package let error: (any Error)?
        /// The key that the action was sent with.
        package let key: String?
        /// The first answer was that an earlier call with the same key sent the action.
        package let isDuplicate: Bool
        /// The deadline has passed.
        package let isTimeUp: Bool
    }

    /// The first call.
    private enum Call {
        case submit(Method.Submit)
        case wait(ActionID)
    }

    /// The longest time that an action may take to be accepted, without a timeout.
    package static let acceptance = ControlClient.patience

    private var call: Call
    private let wait: Method.Submit.Wait
    private let deadline: Instant?
    /// The service ends a wait itself at the deadline; the last reply may take so much longer.
    private let margin: Duration
    /// The key was made for these calls, and is not the sender's own.
    private let isKeyMade: Bool
    private let surroundings: Surroundings
    private var machine: FollowMachine
    private var last: (json: JSON, reply: SubmitReply)?
    private var error: (any Error)?
    /// Taken from the first answer: a later one may tell of this follower's own calls.
    private var isDuplicate: Bool?

    /// Follows an action that is to be sent; its timeout is that of all calls together.
    package init(
        _ request: Method.Submit,
        isKeyMade: Bool = false,
        margin: Duration,
        _ surroundings: Surroundings
    ) {
        call = .submit(request)
        wait = request.wait
        deadline = request.timeout.map { Instant.now.advanced(by: $0) }
        self.margin = margin
        self.isKeyMade = isKeyMade
        self.surroundings = surroundings
        let terms = FollowTerms.action(
            until: deadline,
            sends: true,
            isRepeatable: request.key != nil,
            hasManager: surroundings.askManager != nil
        )
        machine = FollowMachine(terms, at: .now)
    }

    /// Follows an action that was sent before.
    package init(
        _ id: ActionID,
        until wait: Method.Submit.Wait,
        timeout: Duration?,
        margin: Duration,
        _ surroundings: Surroundings
    ) {
        call = .wait(id)
        self.wait = wait
        deadline = timeout.map { Instant.now.advanced(by: $0) }
        self.margin = margin
        isKeyMade = false
        self.surroundings = surroundings
        machine = FollowMachine(
            .action(until: deadline, sends: false, isRepeatable: true),
            at: .now
        )
    }

    /// The absences of the service until now.
    package var outage: Outage { machine.outage }

    /// Follows the action to its end; blocks.
    package func run() -> Outcome {
        while true {
            switch machine.next(at: .now) {
            case .call: carryOut()
            case .askManager: askManager(isCalling: false)
            case .sleep(let until): surroundings.sleep(Instant.now.elapsed(to: until))
            case .end(let end): return outcome(end)
            }
            tell()
        }
    }

    private func outcome(_ end: FollowMachine.End) -> Outcome {
        Outcome(
            end: end,
            last: last,
            error: error,
            key: key,
            isDuplicate: isDuplicate ?? false,
            isTimeUp: deadline.map { Instant.now >= $0 } ?? false
        )
    }

    private func tell() {
        for one in machine.takeNews() { surroundings.tell(one, error) }
    }

    private func askManager(isCalling: Bool) {
        let outlook = surroundings.askManager?() ?? .unknown
        machine.managerSaid(outlook, at: .now, isCalling: isCalling)
        tell()
    }

    /// The key that the action is sent with; `nil` for none.
    private var key: String? {
        if case .submit(let request) = call { request.key } else { nil }
    }
}

// MARK: Calls

extension ActionFollower {
    private func carryOut() {
        do {
            if let id = machine.followed { try ask(id) } else { try begin() }
        } catch {
            failed(error)
        }
    }

    /// Makes the first call, or makes it again.
    private func begin() throws {
        let client = try surroundings.connect(left)
        switch call {
        case .submit(var request):
            request.timeout = left
            // A socket that the manager holds takes a connection even if no service ever starts.
            if surroundings.isHeldByManager(client) { lookAtManager(while: client) }
            try stream(client, request)
        case .wait(let id):
            try stream(client, Method.WaitAction(id.description, wait, timeout: left))
        }
        let isOver = last.map { $0.reply.hasReached(wait) || $0.reply.waitTimedOut } ?? true
        machine.ended(isOver: isOver, at: .now)
    }

    /// Asks for the action that the service has stored.
    private func ask(_ id: ActionID) throws {
        guard let client = try surroundings.observe() else {
            return machine.gone(.absent, at: .now)
        }
        let status = try client.call(Method.GetStatus()).status
        guard status.isServing else { return machine.gone(.stopping, at: .now) }
        machine.back()
        tell()
        try stream(client, Method.WaitAction(id.description, wait, timeout: left))
        if let last, last.reply.hasReached(wait) || last.reply.waitTimedOut {
            return machine.ended(isOver: true, at: .now)
        }
        // The action is left to the next launch: this one ends, or lacks what the action requires.
        let later = try client.call(Method.GetStatus()).status
        if later.isServing, later.launchID == status.launchID {
            machine.ended(isOver: true, at: .now)
        } else {
            machine.gone(.stopping, at: .now)
        }
    }

    private func stream(_ client: ControlClient, _ method: some LaunchMethod) throws {
        let end = end
        let rest = { end.map { Instant.now.duration(to: $0) } }
        try client.stream(method, timeout: rest()) { parameters in
            let reply = try SubmitReply(reply: parameters)
            (last, error) = ((parameters, reply), nil)
            isDuplicate = isDuplicate ?? reply.isDuplicate
            machine.answered(reply.action.id, keptIn: reply.durability)
            tell()
            try surroundings.onReply(reply)
            return true
        }
    }

    private func lookAtManager(while client: ControlClient) {
        client.goesOn = { [self] in
            guard !machine.isAnswered, machine.wantsManager(at: .now) else { return true }
            askManager(isCalling: true)
            return !machine.isOver
        }
    }

    private func failed(_ error: any Error) {
        self.error = error
        if isRefusedForItsKey(error) {
            guard case .submit(var request) = call else { return }
            request.key = nil
            call = .submit(request)
            machine.keyRefused()
        } else if let trouble = Trouble(error) {
            machine.gone(trouble, at: .now)
        } else if machine.followed != nil, case ControlClientError.cannotConnect = error {
            machine.gone(.notTaken, at: .now)
        } else if case ControlClientError.timedOut = error, machine.followed == nil {
            machine.late()
        } else {
            machine.refused("\(error)", leavesOpen: Self.leavesOpen(error))
        }
    }

    /// Tells whether the service refuses the key that was made, since this user may send no key.
    private func isRefusedForItsKey(_ error: any Error) -> Bool {
        guard isKeyMade, key != nil, case ControlClientError.refused(let refusal) = error,
            case .noKeys = LaunchRefusal(refusal)
        else { return false }
        return true
    }

    /// Tells whether the store failed this call: an earlier call may have stored the action.
    private static func leavesOpen(_ error: any Error) -> Bool {
        guard case ControlClientError.refused(let refusal) = error,
            case .storeFailed = LaunchRefusal(refusal)
        else { return false }
        return true
    }

    /// The time left, not negative; `nil` for no limit.
    private var left: Duration? { deadline.map { Instant.now.elapsed(to: $0) } }

    /// When the last reply must be there; `nil` for any time.
    private var end: Instant? {
        if let deadline { return deadline.advanced(by: margin) }
        return wait == .accepted ? .now.advanced(by: Self.acceptance) : nil
    }
}

extension LaunchStatus {
    /// The launch takes actions, or will.
    fileprivate var isServing: Bool {
        switch self.phase {
        case .starting, .ready: true
        case .stopping, .stopped, .failed: false
        }
    }
}
