internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// Sends one action, and says in words what an ``ActionFollower`` meets and how it ends.
final class ActionSending {
    /// The time that the command waits beyond the timeout, so that the daemon, which enforces it,
    /// can report it.
    static let patience = Duration.seconds(2)

    let request: Method.Submit
    private let isKeyMade: Bool
    private let findSocket: () throws -> String
    private let observe: () throws -> ControlClient?
    private let askUnit: () -> UnitState?
    private let line: LiveLine
    private let onReply: (SubmitReply) throws -> Void
    private let onChange: (String) -> Void

    /// The path that was found: another daemon must not get what was meant for this one.
    private var path: String?
    /// The unit of the service, as systemd told last.
    private(set) var unit: UnitState?
    private lazy var follower = ActionFollower(
        request,
        isKeyMade: isKeyMade,
        margin: Self.patience,
        surroundings
    )

    /// Why systemd does not start the service; `nil` while it may.
    var obstacle: CommandFailure? {
        unit?.obstacle?.message.map { .cannot($0) }
    }

    /// The absences of the service until now.
    var outage: Outage { follower.outage }
    /// The service is away, and no obstacle is known that says why.
    var isAway: Bool { outage.isAway && obstacle == nil }
    /// Why the state that was waited for did not come, as the end of a sentence; `nil` if no more
    /// is known than the last reply says.
    private(set) var reason: String?

    /// - Parameters:
    ///   - request: The action; its timeout is that of all tries together.
    ///   - isKeyMade: The key was made for these tries, and is not the sender's own.
    ///   - findSocket: Finds the path of the control socket.
    ///   - observe: Connects to the observing socket; `nil` while there is no service.
    ///   - askUnit: Asks systemd for the unit of the service.
    ///   - line: The line on the terminal, which goes on meanwhile.
    ///   - onReply: Takes every reply.
    ///   - onChange: Takes a line about the service: that it went away and the action is sent again, that systemd is
    ///     starting it, or that it is back.
    init(
        _ request: Method.Submit,
        isKeyMade: Bool,
        findSocket: @escaping () throws -> String,
        observe: @escaping () throws -> ControlClient?,
        askUnit: @escaping () -> UnitState?,
        line: LiveLine,
        onReply: @escaping (SubmitReply) throws -> Void,
        onChange: @escaping (String) -> Void
    ) {
        self.request = request
        self.isKeyMade = isKeyMade
        self.findSocket = findSocket
        self.observe = observe
        self.askUnit = askUnit
        self.line = line
        self.onReply = onReply
        self.onChange = onChange
    }

    /// Sends the action, and waits for the last reply; blocks.
    ///
    /// - Returns: The last reply, as it came.
    /// - Throws: The error of the last try, with a remark if an earlier try may have brought the
    ///   action.
    func run() throws -> JSON {
        let outcome = follower.run()
        switch outcome.end {
        case .answered, .waited:
            if case .waited(let words) = outcome.end { reason = words }
            guard let last = outcome.last else { break }
            return last.json
        case .late:
            let limit = request.timeout ?? ActionFollower.acceptance
            let silence = Silence(
                limit: limit,
                key: outcome.key,
                wait: request.wait,
                last: outcome.last?.reply
            )
            throw silence.failure.adding(AskedService.current?.held.map { "\($0)" })
        case .refused: if let failure = uncertain(outcome) { throw failure }
        case .away(let fate): if let failure = failure(outcome, fate) { throw failure }
        }
        throw outcome.error ?? CommandFailure.cannot("the service has not answered")
    }

    private var surroundings: ActionFollower.Surroundings {
        var surroundings = ActionFollower.Surroundings(
            connect: { [unowned self] patience in
                let path = try path ?? findSocket()
                self.path = path
                return following(try AskedService.connect(to: path, patience: patience))
            },
            observe: { [unowned self] in try observe().map(following) },
            sleep: { [line] in line.sleep($0) }
        )
        surroundings.tell = { [unowned self] in onChange(words(for: $0, after: $1)) }
        surroundings.onReply = onReply
        surroundings.askManager = { [unowned self] in
            unit = askUnit()
            return unit?.outlook ?? .unknown
        }
        // A process that has made its own socket takes connections, whatever systemd says of a unit.
        surroundings.isHeldByManager = { $0.peer.map { UnitManager.runs(as: $0) } ?? false }
        return surroundings
    }

    private func following(_ client: ControlClient) -> ControlClient {
        line.follow(client)
        return client
    }
}

extension UnitState {
    /// The state of the unit, as a follower of its service takes it.
    var outlook: FollowMachine.Outlook {
        if obstacle != nil { return .never }
        return switch state {
        case .restarting: .restarting
        case .starting: .starting
        case .unknown, .failed, .running, .stopping, .stopped: .unknown
        }
    }
}
