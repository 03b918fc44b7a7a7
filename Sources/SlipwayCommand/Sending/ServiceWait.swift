internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayVarlink

/// A wait over absences of a service, the shell of a ``FollowMachine``: the service may not run yet, go away, and come
/// back.
final class ServiceWait {
    private let connection: ConnectionOptions
    private let deadline: Instant?
    private let tell: (String) -> Void
    private var machine: FollowMachine
    /// The unit of the service, as systemd told last.
    private var unit: UnitState?

    /// - Parameters:
    ///   - connection: The service.
    ///   - deadline: The last instant for a look; `nil` for as long as it takes.
    ///   - interval: The time between two looks at a service that is not there.
    ///   - tell: Tells a waiting user a line.
    init(
        _ connection: ConnectionOptions,
        until deadline: Instant? = nil,
        every interval: Duration,
        tell: @escaping (String) -> Void
    ) {
        self.connection = connection
        self.deadline = deadline
        self.tell = tell
        machine = FollowMachine(.launch(until: deadline, every: interval), at: .now)
    }

    /// Looks at the service, through all of its absences; blocks.
    ///
    /// - Parameters:
    ///   - sleep: Sleeps.
    ///   - look: Looks at the service until the answer is there; `nil` when the service has ended.
    /// - Returns: The answer; `nil` if there was none by the deadline.
    /// - Throws: What `look` throws; ``CommandFailure``: the service does not come.
    func answer<Answer>(
        sleep: (Duration) -> Void,
        _ look: (ControlClient) throws -> Answer?
    ) throws -> Answer? {
        while true {
            switch machine.next(at: .now) {
            case .call:
                let client = try connection.observingIfThere(patience: limit(least: .seconds(1)))
                if let client, let answer = try look(client) { return answer }
                machine.gone(client == nil ? .absent : .lost, at: .now)
            case .askManager:
                unit = connection.unit(within: min(UnitState.patience, limit(least: .zero)))
                machine.managerSaid(unit?.outlook ?? .unknown, at: .now)
            case .sleep(let until): sleep(Instant.now.elapsed(to: until))
            case .end:
                if let obstacle = unit?.obstacle { throw obstacle }
                return nil
            }
            try tellNews()
        }
    }

    /// Notes that the service answers.
    func isThere() throws {
        machine.back()
        try tellNews()
    }

    /// Why there is no answer, in words.
    var lastWords: String {
        machine.outage.hasBeenThere ? machine.outage.words : "no daemon takes a connection"
    }

    /// Runs a body that may last as long as the service: it is no error if the service ends, is
    /// killed, or is about to end.
    static func whileThere(_ body: () throws -> Void) throws {
        do { try body() } catch ControlClientError.closed {
        } catch ControlClientError.refused(let error)
            where LaunchRefusal(error) == .shuttingDown
        {}
    }

    /// The time until the deadline, but not less than `least`; without a deadline, the longest wait
    /// for a connection.
    private func limit(least: Duration) -> Duration {
        deadline.map { max(Instant.now.duration(to: $0), least) }
            ?? ControlClient.longestRoomPatience
    }

    private func tellNews() throws {
        for news in machine.takeNews() {
            switch news {
            case .gone: tell(ActionSending.away)
            case .back: tell(ActionSending.back)
            case .manager:
                let words = unit.map { ": \($0.words)" } ?? ""
                tell("waiting for a service at \(try connection.places())\(words)")
            // Only an action has such news.
            case .again, .sendsAgain, .awaits: break
            }
        }
    }
}
