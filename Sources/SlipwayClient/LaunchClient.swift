internal import Glibc
public import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
public import SlipwayReport
internal import SlipwaySystem

/// Sends launch actions to a service and asks how it is.
///
/// ```swift
/// let storefront = LaunchClient(app: "storefront")
/// let sent = try storefront.send("open-url", ["url": "https://example.org"], until: .done)
/// print(sent.action.state.word, try storefront.report().phase.word)
/// ```
///
/// Each call makes a connection of its own, so one client may be used from any thread. Each method
/// exists twice: one form blocks its thread until the answer is there, the other one is `async` and
/// blocks a thread of its own. There is no event loop. Cancelling the task of an `async` call does
/// not end the call: give it a timeout. However long a call may wait, it fails with
/// ``ClientError/Kind/timedOut`` if the service answers nothing at all for 45 seconds, as when its
/// process is stopped by a signal. A call whose reply is longer than 256 MiB fails with
/// ``ClientError/Kind/other``.
///
/// `send` and `wait` outlive a restart and a crash of the service, as `slipway send` does: they go on with its next launch,
/// until their timeout, or for 10 seconds after it went away. An action that a service may have taken is not sent a second
/// time without a key. All other calls are made once.
public struct LaunchClient: Sendable {
    /// The state that a sender waits for.
    public enum Wait: Hashable, Sendable {
        /// The action is stored.
        case accepted
        /// The handler of the action runs.
        case running
        /// The action has ended, with any outcome.
        case done
    }

    /// Finds the socket for a call; a service that is started later may bring another one.
    private let find: @Sendable (SocketSearch.Purpose) throws(ClientError) -> String

    /// A client of the service with a name, wherever on this machine it has its sockets: in `/run`,
    /// in `$XDG_RUNTIME_DIR`, or, outside of a session, in `~/.local/state`.
    ///
    /// Calls fail where the machine and the user both have a service of that name: name the socket
    /// instead.
    ///
    /// - Parameter app: The name; `nil` for the path in `$SLIPWAY_SOCKET`, or for the only service that
    ///   there is.
    public init(app: String? = nil) {
        find = { purpose throws(ClientError) in try Self.path(app, purpose) }
    }

    /// A client of the service at a socket.
    ///
    /// All calls go to this socket; where systemd listens at it, a call starts a service that does
    /// not run.
    ///
    /// - Parameter socket: The path of the socket.
    public init(socket: String) {
        find = { _ in socket }
    }

    /// Sends a launch action; blocks until the state waited for is reached.
    ///
    /// A service that goes away or takes no connection is called again after backoffs of 100 ms to
    /// 2 s. Without a key, an action that the service had on disk is not sent again: its state is
    /// waited for; a client that was made by a name starts no stopped service by that. With a key
    /// the action is sent again, and is the same action. A kind that is held in memory only has no record of its keys after a
    /// crash: an action that ran before the crash is run again.
    ///
    /// - Parameters:
    ///   - kind: A kind that the service declares.
    ///   - payload: The object that the handler gets: at most 64 KiB as JSON.
    ///   - key: Makes sending the action twice harmless: the same key and payload are the same
    ///     action; at most 256 bytes. Without a key, an action that may have been taken is not sent
    ///     again.
    ///   - wait: The state to wait for. An action that is accepted survives a crash of the service,
    ///     unless ``SentAction/isDurable`` says that it is held in memory only.
    ///   - timeout: How long to wait for the state, over all calls; `nil` for as long as it takes,
    ///     but for 10 seconds at most while there is no service. Without a timeout, a service that
    ///     has no socket at the first call is not waited for. A wait that times out is no error:
    ///     see ``SentAction/hasTimedOut``.
    /// - Returns: The action at this moment, which may have failed. A stored action whose service
    ///   did not come back has not reached the state.
    /// - Throws: The action was not accepted, or whether it was is not known
    ///   (``ClientError/Kind/interrupted``).
    @discardableResult
    public func send(
        _ kind: String,
        _ payload: [String: PayloadValue] = [:],
        key: String? = nil,
        until wait: Wait = .accepted,
        timeout: Duration? = nil
    ) throws(ClientError) -> SentAction {
        let request = Method.Submit(
            kind: kind,
            payload: PayloadValue.object(payload),
            key: key,
            wait: wait.method,
            timeout: Self.bounded(timeout)
        )
        let follower = ActionFollower(request, margin: Self.margin, surroundings(.control))
        return try follower.run().sentAction(wait)
    }

    /// Waits for an action that was sent before; blocks until the state waited for is reached.
    ///
    /// The call goes on through a restart and a crash of the service, as `send` does.
    ///
    /// - Parameters:
    ///   - id: The identity of the action.
    ///   - wait: The state to wait for.
    ///   - timeout: How long to wait for the state, over all calls; `nil` for as long as it takes,
    ///     but for 10 seconds at most while there is no service. Without a timeout, a service that
    ///     has no socket at the first call is not waited for. A wait that times out is no error.
    /// - Returns: The action at this moment.
    /// - Throws: The service does not know the action, or cannot be asked.
    public func wait(
        for id: ActionID,
        until wait: Wait = .done,
        timeout: Duration? = nil
    ) throws(ClientError) -> SentAction {
        let follower = ActionFollower(
            id,
            until: wait.method,
            timeout: Self.bounded(timeout),
            margin: Self.margin,
            surroundings(.observing)
        )
        return try follower.run().sentAction(wait)
    }

    /// Cancels an action: a waiting one ends at once, a running one is asked to end.
    ///
    /// - Parameters:
    ///   - id: The identity of the action.
    ///   - reason: Why, in one line of at most 1024 bytes.
    /// - Returns: Whether the action had not ended before.
    /// - Throws: The service does not know the action, or another user sent it.
    @discardableResult
    public func cancel(_ id: ActionID, reason: String? = nil) throws(ClientError) -> Bool {
        try call(Method.CancelAction(id.description, reason: reason), .control).changed
    }

    /// The launch with every operation; of its actions, only those that the launch still knows.
    ///
    /// - Throws: The service cannot be asked.
    public func report() throws(ClientError) -> Report {
        try call(Method.GetReport(), .observing).launch
    }

    /// Tells what blocks an operation or an action.
    ///
    /// - Parameter name: An operation, or an action's identity or kind; `nil` for the launch.
    /// - Returns: The chain of what blocks it, down to what runs now.
    /// - Throws: There is nothing of that name, or the service cannot be asked.
    public func explain(_ name: String? = nil) throws(ClientError) -> Explanation {
        try call(Method.Explain(name), .observing).explanation
    }

    private func call<Called: LaunchMethod>(
        _ method: Called,
        _ purpose: SocketSearch.Purpose
    ) throws(ClientError) -> Called.Reply {
        let path = try find(purpose)
        do {
            return try ControlClient(path: path).call(method)
        } catch {
            throw ClientError(error)
        }
    }

    /// The connections of a follower, and its clock.
    private func surroundings(_ purpose: SocketSearch.Purpose) -> ActionFollower.Surroundings {
        // The path that was found: another service must not get what was meant for this one.
        var path: String?
        return ActionFollower.Surroundings(
            connect: { patience in
                let place = try path ?? find(purpose)
                path = place
                return try ControlClient(
                    path: place,
                    patience: patience ?? ControlClient.longestRoomPatience
                )
            },
            observe: {
                let place: String
                do throws(ClientError) { place = try find(.observing) } catch {
                    guard error.kind == .unreachable else { throw error }
                    return nil
                }
                return try ControlClient(path: place)
            },
            sleep: { usleep(UInt32(clamping: $0.microseconds)) }
        )
    }

    /// The service ends a wait itself at the timeout; its answer may take so much longer.
    private static let margin = Duration.seconds(5)

    /// The interface takes 0 to some 30 years.
    private static func bounded(_ timeout: Duration?) -> Duration? {
        timeout.map { min(max($0, .zero), .seconds(900_000_000)) }
    }

    private static func path(
        _ app: String?,
        _ purpose: SocketSearch.Purpose
    ) throws(ClientError) -> String {
        if let app, let reason = SocketSearch.fault(ofName: app) {
            throw ClientError(.notFound, "'\(app)' cannot be the name of a service: \(reason)")
        }
        let search = SocketSearch(environment: ProcessEnvironment.variable)
        let finding: SocketSearch.Finding
        do throws(SeveralServices) {
            finding = try search.find(purpose, socket: nil, app: app)
        } catch {
            throw ClientError(
                .notFound,
                "\(error); name \(error.haveOneName ? "its socket" : "one")"
            )
        }
        switch finding {
        case .path(let path): return path
        case .stopped(let service):
            throw ClientError(.unreachable, "'\(service.app)' does not run")
        case .none(let places):
            let list = places.joined(separator: " and ")
            throw ClientError(.unreachable, "no service has a socket at \(list)")
        }
    }
}

extension LaunchClient.Wait {
    var method: Method.Submit.Wait {
        switch self {
        case .accepted: .accepted
        case .running: .running
        case .done: .done
        }
    }
}
