internal import Slipway

/// When an action is sent again that no daemon took, or whose daemon went away.
struct SendRetry {
    /// The reason why a try did not succeed.
    enum Trouble {
        /// There is no socket.
        case absent
        /// A daemon ends, starts or has no room in its backlog, and has not taken the action.
        case notTaken
        /// The daemon went away: whether it has taken the action is not known.
        case lost
    }

    /// The time for which a daemon is tried that went away or takes no connection, without a
    /// timeout.
    static let patience = Duration.seconds(10)
    private static let firstPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(2)

    private let deadline: Instant?
    private let hasKey: Bool
    private var pause = firstPause
    /// When the trouble began; `nil` before.
    private var troubleBegan: Instant?

    /// Starts without any trouble.
    ///
    /// - Parameters:
    ///   - deadline: The last instant for a try; `nil` for ``patience`` after the trouble began.
    ///   - hasKey: Whether an action that was taken already is taken for the same one.
    init(until deadline: Instant?, hasKey: Bool) {
        self.deadline = deadline
        self.hasKey = hasKey
    }

    /// Takes the end of a try that failed.
    ///
    /// - Parameters:
    ///   - trouble: What the last try met.
    ///   - began: When it began.
    ///   - now: When it ended.
    ///   - isComing: Whether systemd is starting the daemon, so that it is waited for without ``patience``.
    /// - Returns: How long to pause before the next try; `nil` if there is none.
    mutating func pause(
        after trouble: Trouble,
        begunAt began: Instant,
        now: Instant,
        isComing: Bool = false
    ) -> Duration? {
        switch trouble {
        case .absent: if deadline == nil, troubleBegan == nil, !isComing { return nil }
        case .notTaken: break
        case .lost:
            guard hasKey else { return nil }
            // It was there for long: this is another outage.
            if began.duration(to: now) >= Self.patience {
                troubleBegan = nil
                pause = Self.firstPause
            }
        }
        // Where nothing is about to come any more, the patience begins.
        let start = isComing ? now : troubleBegan ?? now
        troubleBegan = start
        let left = now.duration(to: deadline ?? start.advanced(by: Self.patience))
        guard left > .zero else { return nil }
        defer { pause = min(pause * 2, Self.longestPause) }
        return min(pause, left)
    }
}
