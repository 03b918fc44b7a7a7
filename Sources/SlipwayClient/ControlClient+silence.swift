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
            // A held process takes no connection: each further one would stay in its backlog.
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

    /// The process of a service, if a signal or a debugger holds it; blocks for a moment, starts no
    /// service.
    ///
    /// - Parameters:
    ///   - path: A socket of the service.
    ///   - peer: The process that listens there. It counts only where no observing socket tells
    ///     more: a socket that systemd holds names systemd, and the observing one the service,
    ///     which has made it.
    /// - Returns: `nil` if the process is not held, or that is not known.
    package static func held(at path: String, peer: Int32?) -> SilentService.Held? {
        (observing(beside: path) ?? peer).flatMap { SilentService.Held($0) }
    }

    /// The process that has made the observing socket; `nil` if that is absent, or takes no
    /// connection.
    private static func observing(beside path: String) -> Int32? {
        observingPath(beside: path).flatMap { try? ControlClient(path: $0, patience: moment) }?.peer
    }

    /// The time in which a service that answers takes a connection.
    private static let moment = Duration.milliseconds(1)
    /// The time in which a service answers a question for which it needs none.
    private static let patienceWithQuestion = Duration.seconds(1)

    /// Tells whether the service answers a question for which it needs no time.
    ///
    /// Asks on a connection of its own, which starts no service; true also where the question
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
            // EAGAIN: the backlog of the service is full.
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
