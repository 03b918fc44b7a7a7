/// The consequence when a program or a part ends without having been asked to.
public enum EndPolicy: Hashable, Sendable {
    /// The launch fails; not for an optional operation.
    case fail
    /// The program or part is started again, within limits; the launch is degraded meanwhile.
    ///
    /// When the limits are used up the launch fails; for an optional operation it goes on, degraded.
    case restart(RestartLimits)
    /// The launch goes on without the program or part, degraded.
    case degrade
    /// The service ends with the program or part: well, if that ended well itself; otherwise
    /// the launch fails.
    ///
    /// If an optional one ends badly the launch goes on, degraded.
    case stop

    /// A restart within the standard limits of ``RestartLimits``.
    public static var restart: EndPolicy { .restart(RestartLimits()) }

    /// A restart within limits: those of ``RestartLimits``, with its defaults.
    public static func restart(
        attempts: Int?,
        within window: Duration = RestartLimits().window,
        initial: Duration = RestartLimits().initial,
        maximum: Duration = RestartLimits().maximum,
        steady: Duration? = nil,
        onlyFailures: Bool = false
    ) -> EndPolicy {
        .restart(
            RestartLimits(
                attempts: attempts,
                within: window,
                initial: initial,
                maximum: maximum,
                steady: steady,
                onlyFailures: onlyFailures
            )
        )
    }

    /// The policy treats a successful end differently from others.
    package var allowsSuccess: Bool {
        switch self {
        case .fail, .degrade: false
        case .restart(let limits): limits.onlyFailures
        case .stop: true
        }
    }
}

/// The number of restarts, and the backoffs before them.
public struct RestartLimits: Hashable, Sendable {
    /// The most restarts within ``window``, at least 1, default 5; `nil` for any number.
    public var attempts: Int?
    /// The time for which a restart counts; longer than zero, default 10 min.
    public var window: Duration
    /// The first backoff, not negative, default 1 s; each further one within the window is twice as
    /// long.
    public var initial: Duration
    /// The longest backoff; not negative, default 1 min.
    public var maximum: Duration
    /// The time of readiness after which earlier restarts do not count any more, and the backoffs
    /// begin anew; longer than zero, default `nil`: only ``window`` counts.
    public var steady: Duration?
    /// A successful end is followed by no restart, and is no trouble of the launch; default
    /// `false`.
    public var onlyFailures: Bool

    /// Creates limits.
    public init(
        attempts: Int? = 5,
        within window: Duration = .seconds(600),
        initial: Duration = .seconds(1),
        maximum: Duration = .seconds(60),
        steady: Duration? = nil,
        onlyFailures: Bool = false
    ) {
        self.attempts = attempts
        self.window = window
        self.initial = initial
        self.maximum = maximum
        self.steady = steady
        self.onlyFailures = onlyFailures
    }

    /// The number of doublings after which every backoff is the longest one.
    static let longestGrowth = 64

    /// The time after which a program is given up that ends at once each time; `nil` if it never is.
    package var patience: Duration? {
        guard let attempts else { return nil }
        var (all, counted) = (Duration.zero, Duration.zero)
        for number in 0..<attempts {
            let backoff = backoff(after: number)
            all += backoff
            // A restart counts from its own moment on.
            if number > 0 { counted += backoff }
        }
        return counted < window ? all : nil
    }

    /// The backoff before the restart that follows `earlier` ones within the window.
    func backoff(after earlier: Int) -> Duration {
        var backoff = min(initial, maximum)
        for _ in 0..<min(earlier, Self.longestGrowth) where backoff < maximum {
            backoff = min(backoff * 2, maximum)
        }
        return backoff
    }
}
