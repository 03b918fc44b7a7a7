internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayVarlink

/// A wait over absences of a service: it may not run yet, go away, and come back.
final class ServiceWait {
    /// The result of a look at the service.
    enum Sight<Answer> {
        /// The wait is over, with this.
        case answer(Answer)
        /// The service has answered, and went away.
        case gone
        /// The service ended before its first answer.
        case silent
    }

    private let connection: ConnectionOptions
    private let tell: (String) -> Void
    private(set) var outage = Outage()
    private var absence: Absence?

    /// - Parameters:
    ///   - connection: The service.
    ///   - tell: Tells a waiting user a line.
    init(_ connection: ConnectionOptions, tell: @escaping (String) -> Void) {
        self.connection = connection
        self.tell = tell
    }

    /// Looks at the service, if it takes a connection; blocks.
    ///
    /// - Parameters:
    ///   - patience: The longest wait for a connection.
    ///   - unitPatience: The time that systemd has to say what it makes of a service that is not there.
    ///   - look: Looks at the service, until the answer is there or the service has ended.
    /// - Returns: The answer; `nil` if there is none yet.
    /// - Throws: What `look` throws; ``CommandFailure``: the service does not come.
    func answer<Answer>(
        within patience: Duration = .seconds(5),
        unitPatience: Duration = UnitState.patience,
        _ look: (ControlClient) throws -> Sight<Answer>
    ) throws -> Answer? {
        if let client = try connection.observingIfThere(patience: patience) {
            switch try look(client) {
            case .answer(let answer):
                absence = nil
                return answer
            case .gone:
                absence = nil
                outage.begin("the service went away; waiting until it is back").map(tell)
                return nil
            case .silent: break
            }
        }
        let news = try connection.news(of: &absence, within: unitPatience)
        // Of one that was there it is said already.
        if !outage.isAway { news.map(tell) }
        return nil
    }

    /// Notes that the service answers.
    func isThere() { outage.end().map(tell) }

    /// Does what lasts as long as the service: that it ended, was killed or is about to end is no error.
    static func whileThere(_ body: () throws -> Void) throws {
        do { try body() } catch ControlClientError.closed {
        } catch ControlClientError.refused(let error)
            where LaunchRefusal(error) == .shuttingDown
        {}
    }
}
