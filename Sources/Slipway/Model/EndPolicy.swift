/// The consequence when a part of the service ends that is to stay, and that was not asked to.
public enum EndPolicy: Hashable, Sendable {
    /// The launch fails; not for an optional operation.
    case fail
    /// It is started again, within limits; the launch is degraded meanwhile.
    ///
    /// When the limits are used up the launch fails; without an optional one it goes on, degraded.
    case restart(RestartLimits)
    /// The launch goes on without it, degraded.
    case degrade

    /// It is started again, within the standard limits of ``RestartLimits``.
    public static var restart: EndPolicy { .restart(RestartLimits()) }
}

/// The number of restarts, and the pauses before them.
public struct RestartLimits: Hashable, Sendable {
    /// The most restarts within ``window``; at least 1, default 5.
    public var attempts: Int
    /// For how long a restart counts; longer than zero, default 10 min.
    public var window: Duration
    /// The first pause, not negative, default 1 s; each further one within the window is twice as long.
    public var initial: Duration
    /// The longest pause; not negative, default 1 min.
    public var maximum: Duration

    /// Creates limits.
    public init(
        attempts: Int = 5,
        within window: Duration = .seconds(600),
        initial: Duration = .seconds(1),
        maximum: Duration = .seconds(60)
    ) {
        self.attempts = attempts
        self.window = window
        self.initial = initial
        self.maximum = maximum
    }

    /// The pause before the restart that follows `earlier` ones within the window.
    func pause(after earlier: Int) -> Duration {
        var pause = min(initial, maximum)
        for _ in 0..<min(earlier, 64) where pause < maximum { pause = min(pause * 2, maximum) }
        return pause
    }
}
