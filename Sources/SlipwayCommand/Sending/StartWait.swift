internal import Slipway

/// A service that takes no action yet, and that systemd may be about to start: who sends to it waits as long as it
/// may come, is told so, and ends once it does not.
final class StartWait {
    /// The time between two questions to systemd.
    private static let pause = Duration.seconds(2)

    private let ask: () -> UnitState?
    private let tell: (String) -> Void
    private var nextQuestion: Instant?
    private var mayCome = false
    private var told: String?
    /// Why it does not come; `nil` while it may.
    private(set) var obstacle: CommandFailure?

    /// - Parameters:
    ///   - ask: Asks systemd; blocks for a moment.
    ///   - tell: Tells a waiting user a line.
    init(asking ask: @escaping () -> UnitState?, tell: @escaping (String) -> Void) {
        self.ask = ask
        self.tell = tell
    }

    /// Tells whether systemd is starting the service, or starts it again soon; asks seldom, and tells each of both once.
    ///
    /// - Parameter now: The present instant.
    /// - Returns: Also `false` where systemd does not know.
    /// - Throws: It does not come.
    func isComing(at now: Instant = .now) throws(CommandFailure) -> Bool {
        if let nextQuestion, now < nextQuestion { return mayCome }
        nextQuestion = now.advanced(by: Self.pause)
        guard let unit = ask() else {
            mayCome = false
            return false
        }
        if let words = unit.obstacle?.message {
            let failure = CommandFailure.cannot(words)
            obstacle = failure
            throw failure
        }
        let word: String
        switch unit.state {
        case .restarting: word = "restarting"
        case .starting: word = "starting"
        case .unknown, .failed, .running, .stopping, .stopped:
            mayCome = false
            return false
        }
        mayCome = true
        if told != word { tell("waiting: \(unit.words)") }
        told = word
        return true
    }

    /// The service has answered: what is to come is told anew.
    func isThere() { (told, nextQuestion, mayCome) = (nil, nil, false) }
}
