internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// Sends one action, again if its daemon goes away or takes no connection.
struct ActionSending {
    /// The action; its timeout is that of all tries together.
    var request: Method.Submit
    /// Its key was made for these tries, and is not the sender's own.
    let isKeyMade: Bool
    /// Finds the path of the control socket.
    let findSocket: () throws -> String
    /// Connects to the observing socket; `nil` while there is no service.
    let observe: () throws -> ControlClient?
    /// The service while systemd starts it.
    let start: StartWait
    /// Goes on while it waits.
    let line: LiveLine
    /// Takes every reply.
    let onReply: (SubmitReply) throws -> Void
    /// Takes a line about the service: that it went away and the action is sent again, or that it
    /// is back.
    let onChange: (String) -> Void

    /// The daemon enforces the timeout; this waits a little longer, so that the daemon can report it.
    static let patience = Duration.seconds(2)
    /// The longest time that an action may take to be accepted, without a timeout.
    private static let acceptance = ControlClient.patience

    /// The longest time that all tries together may take, as the sender gave it.
    private let timeout: Duration?
    /// The path that was found: another daemon must not get what was meant for this one.
    private var path: String?
    /// A daemon went away that may have taken the action.
    private var mayBeTaken = false
    /// The action as a daemon has told last that it has taken it.
    private var taken: SubmitReply?
    private var outage = Outage()

    /// The service has not answered in the end, and what systemd makes of it is not said.
    var isAway: Bool { outage.isAway && start.obstacle == nil }
    /// Why what was waited for did not come, as the end of a sentence, if more is known than the last
    /// reply says.
    private(set) var reason: String?

    init(
        _ request: Method.Submit,
        isKeyMade: Bool,
        findSocket: @escaping () throws -> String,
        observe: @escaping () throws -> ControlClient?,
        start: StartWait,
        line: LiveLine,
        onReply: @escaping (SubmitReply) throws -> Void,
        onChange: @escaping (String) -> Void
    ) {
        self.request = request
        timeout = request.timeout
        self.isKeyMade = isKeyMade
        self.findSocket = findSocket
        self.observe = observe
        self.start = start
        self.line = line
        self.onReply = onReply
        self.onChange = onChange
    }

    /// Sends it and waits for the last reply; blocks.
    ///
    /// - Returns: The last reply, as it came.
    /// - Throws: What the last try met, with a word about what may have been taken before.
    mutating func run() throws -> JSON {
        let deadline = timeout.map { Instant.now.advanced(by: $0) }
        var retry = SendRetry(until: deadline, hasKey: request.key != nil)
        while true {
            let began = Instant.now
            do {
                return try follow(send(until: deadline), until: deadline)
            } catch ControlClientError.refused(let error) where isRefusedForItsKey(error) {
                request.key = nil
                retry = SendRetry(until: deadline, hasKey: false)
            } catch {
                guard let trouble = SendRetry.Trouble(error) else {
                    throw uncertain(error) ?? error
                }
                if trouble == .lost { mayBeTaken = true }
                let isComing: Bool
                do throws(CommandFailure) { isComing = try start.isComing() } catch {
                    throw last(error)
                }
                let pause = retry.pause(
                    after: trouble,
                    begunAt: began,
                    now: .now,
                    // What may end the daemon is not sent to each that systemd starts after it.
                    isComing: isComing && !mayBeTaken
                )
                guard let pause else { throw last(error) }
                let words = again(after: error)
                if let line = outage.begin(words) { onChange(line) }
                line.sleep(pause)
            }
        }
    }

    /// Waits on for an action that the service has stored and leaves to its next launch.
    private mutating func follow(_ last: JSON, until deadline: Instant?) throws -> JSON {
        let reply = try SubmitReply(reply: last)
        guard !reply.hasReached(request.wait), !reply.waitTimedOut, reply.durability == .disk else {
            return last
        }
        let following = ActionFollowing(
            id: reply.action.id,
            wait: request.wait,
            deadline: deadline,
            observe: observe,
            line: line,
            onReply: onReply,
            onChange: onChange
        )
        do {
            let end = try following.run(after: last, &outage)
            reason = end.reason
            return end.reply
        } catch {
            reason = "\(error)"
            return last
        }
    }

    private mutating func send(until deadline: Instant?) throws -> JSON {
        let path = try path ?? findSocket()
        self.path = path
        let client = try AskedService.connect(to: path, patience: left(until: deadline))
        line.follow(client)
        request.timeout = left(until: deadline)
        let end = end(of: deadline)
        var last = JSON.null
        var reply: SubmitReply?
        // systemd may hold the socket of a service that does not come so far as to take a connection. A process that
        // has made its own takes them, whatever systemd says of a unit.
        let isHeldBySystemd = client.peer.map { UnitManager.runs(as: $0) } ?? false
        client.goesOn = { [start] in
            guard reply == nil, isHeldBySystemd else { return true }
            // What ends the wait is thrown below.
            return (try? start.isComing()) != nil
        }
        do {
            let rest = { end.map { Instant.now.duration(to: $0) } }
            try client.stream(request, timeout: rest()) { parameters in
                last = parameters
                let new = try SubmitReply(reply: parameters)
                reply = new
                taken = new
                start.isThere()
                if let line = outage.end() { onChange(line) }
                try onReply(new)
                return true
            }
        } catch ControlClientError.closed where start.obstacle != nil && reply == nil {
            throw start.obstacle ?? .cannot("the service has failed")
        } catch ControlClientError.timedOut {
            let limit = timeout ?? Self.acceptance
            throw Silence(limit: limit, key: request.key, wait: request.wait, last: reply).failure
                .adding(AskedService.current?.held.map { "\($0)" })
        }
        return last
    }

    /// The time left, not negative; `nil` for no limit.
    private func left(until deadline: Instant?) -> Duration? {
        deadline.map { max(Instant.now.duration(to: $0), .zero) }
    }

    /// When the last reply must be there; `nil` for any time.
    private func end(of deadline: Instant?) -> Instant? {
        if let deadline { return deadline.advanced(by: Self.patience) }
        return request.wait == .accepted ? .now.advanced(by: Self.acceptance) : nil
    }

    /// Tells whether the service refuses the key that was made, since this user may give none.
    private func isRefusedForItsKey(_ error: VarlinkError) -> Bool {
        guard isKeyMade, request.key != nil, case .noKeys = LaunchRefusal(error) else {
            return false
        }
        return true
    }

    /// The words for the error of a try, and for the next try.
    private func again(after error: any Error) -> String {
        guard let taken, case ControlClientError.closed = error else {
            return "\(Diagnostics.verdict(error).text ?? ""); trying again"
        }
        let id = taken.action.id
        let next =
            switch taken.durability {
            case .disk: "to go on with action '\(id)'"
            case .memory: "to send action '\(id)' again, which it kept in memory only"
            }
        return "the service went away; waiting until it is back, \(next)"
    }

    /// The error to end with after a refusal that leaves open whether the action was taken; `nil` after others.
    private func uncertain(_ error: any Error) -> (any Error)? {
        guard case ControlClientError.refused(let refused) = error else { return nil }
        let refusal = LaunchRefusal(refused)
        if let refusal, case .storeSilent(let id, _) = refusal {
            return CommandFailure.cannot(
                "\(refusal); 'slipway actions \(id)' tells later what became of it; "
                    + Silence.again(request.key)
            )
        }
        // A store that refuses this try may have what an earlier one brought.
        if case .storeFailed = refusal, mayBeTaken { return last(error) }
        return nil
    }

    /// The error to end with.
    private func last(_ error: any Error) -> any Error {
        let obstacle = start.obstacle?.message
        if let taken, taken.durability == .memory, request.key != nil {
            return CommandFailure.no(
                "action '\(taken.action.id)' was kept in memory only, and is lost if the service has "
                    + "ended; \(outage.words)"
            ).adding(obstacle)
        }
        if let id = taken?.action.id, request.key != nil {
            return CommandFailure.late(
                "action '\(id)' was accepted, but not \(request.wait.rawValue) when the service went "
                    + "away; 'slipway actions \(id)' tells what became of it; \(outage.words)"
            ).adding(obstacle)
        }
        guard mayBeTaken else { return error }
        if case ControlClientError.closed = error { return error }
        return CommandFailure.cannot(
            "\(obstacle ?? "\(error)"); an earlier try was lost: whether the daemon took the action is not "
                + "known; \(Silence.again(request.key))"
        )
    }
}
