internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// A service from which nothing comes.
extension ControlClient {
    /// Has each silence of the service judged.
    func judgeSilences() {
        var spell: (began: Instant, judge: SilenceJudge)?
        var observing: Int32?
        socket.onSilence = { [unowned self] deadline, began throws(ControlClientError) in
            guard goesOn() else { throw .closed(method: deadline.method) }
            var judge = spell?.began == began ? spell?.judge : nil
            judge = judge ?? SilenceJudge(since: began)
            defer { spell = judge.map { (began, $0) } }
            // One that is held takes no connection: each further one would stay in its backlog.
            if observing.map({ kill($0, 0) != 0 && errno == ESRCH }) ?? true {
                observing = Self.observing(beside: path)
            }
            let held = (observing ?? peer).flatMap { SilentService.Held($0) }
            let verdict = judge?.look(
                at: .now,
                isHeld: held != nil,
                isLimited: deadline.limit != nil,
                answers: answersOtherwise
            )
            switch verdict {
            case .told:
                onSilence(SilentService(held: held, limit: deadline.limit ?? Self.patience))
            case .over: throw .timedOut(method: deadline.method, limit: Self.patience)
            case .patience, nil: break
            }
        }
    }

    /// The process of a service, if a signal or a debugger holds it; looks for a moment, and starts none.
    ///
    /// - Parameters:
    ///   - path: A socket of the service.
    ///   - peer: The process that listens there. Of a socket that systemd holds, that is systemd: the service itself
    ///     has made the one that observes.
    /// - Returns: `nil` if it is not held, or that is not known.
    package static func held(at path: String, peer: Int32?) -> SilentService.Held? {
        (observing(beside: path) ?? peer).flatMap { SilentService.Held($0) }
    }

    /// The process that has made the observing socket; `nil` if there is none, or it takes no connection.
    private static func observing(beside path: String) -> Int32? {
        observingPath(beside: path).flatMap { try? ControlClient(path: $0, patience: moment) }?.peer
    }

    /// The time in which a service that answers takes a connection.
    private static let moment = Duration.milliseconds(1)
    /// The time in which it answers a question for which it needs none.
    private static let patienceWithQuestion = Duration.seconds(1)

    /// Asks for what every service says at once, on a connection of its own, which starts none; true also where that
    /// cannot be asked.
    private func answersOtherwise() -> Bool {
        let search = SocketSearch(environment: ProcessEnvironment.variable)
        guard let path = Self.observingPath(beside: path) ?? (search.isOfDaemon(path) ? path : nil)
        else {
            return true
        }
        do throws(ControlClientError) {
            let client = try ControlClient(path: path, patience: Self.moment)
            client.pulse = pulse
            _ = try client.call("org.varlink.service.GetInfo", timeout: Self.patienceWithQuestion)
            return true
        } catch {
            switch error {
            case .timedOut: return false
            // Its backlog is full.
            case .cannotConnect(_, let reason): return reason.rawValue != EAGAIN
            case .closed, .malformedReply, .refused: return true
            }
        }
    }

    /// The observing socket of the service, if its sockets are in one of the usual places.
    private static func observingPath(beside path: String) -> String? {
        SocketSearch(environment: ProcessEnvironment.variable).place(at: path)
            .map { $0.root.path(.observing, $0.app) }
    }
}
