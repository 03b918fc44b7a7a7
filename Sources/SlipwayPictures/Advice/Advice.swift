public import Slipway

/// The changes that make a launch ready sooner, and those that do not: from recorded launches, replayed in
/// virtual time with one thing changed.
///
/// Advice changes no plan by itself.
public struct Advice: Hashable, Sendable {
    /// The gain of an operation that takes half of its time.
    public struct Gain: Hashable, Sendable {
        /// The operation.
        public var operation: String
        /// The run time of the operation, all attempts added up.
        public var run: Duration
        /// By how much sooner the launch would be ready.
        public var gain: Duration
        /// The operation is in the critical chain.
        public var isOnChain: Bool
        /// The true gain may be greater: an earlier attempt of a group around the operation is not
        /// known in detail, or an attempt that timed out takes as long again in the replay.
        public var isLowerBound: Bool

        /// The gain of nothing, for a reader to fill in.
        package static var blank: Self {
            Self(operation: "", run: .zero, gain: .zero, isOnChain: false, isLowerBound: false)
        }
    }

    /// A change of the plan that makes the launch ready sooner.
    public struct Proposal: Hashable, Sendable {
        /// The change.
        public var change: Change
        /// By how much sooner the launch would be ready: the median of all launches.
        public var gain: Duration
        /// The greatest time by which one of the launches would be ready later; zero for none.
        public var worstLoss: Duration
        /// Lines for the configuration, or for a drop-in.
        public var lines: [String]

        /// A proposal of nothing, for a reader to fill in.
        package static var blank: Self {
            Self(change: .priorities([]), gain: .zero, worstLoss: .zero, lines: [])
        }
    }

    /// A change of a plan.
    public enum Change: Hashable, Sendable {
        /// So many bodies of the queue run at a time.
        case width(Queue, Int)
        /// The operations start before others that are ready.
        case priorities([String])
        /// The operation starts after further operations, too.
        case later(String, after: [String])
        /// The operation no longer waits for some that it runs after and does not require.
        case sooner(String, without: [String])
        /// The operation starts once the launch is ready.
        case background(String)
    }

    /// An `after` edge that never mattered: something else for which the operation waits always
    /// ended later.
    public struct Edge: Hashable, Sendable {
        /// The operation.
        public var operation: String
        /// The operation that it runs after.
        public var after: String

        /// An edge of nothing, for a reader to fill in.
        package static var blank: Self { Self(operation: "", after: "") }
    }

    /// The number of launches from which the advice was computed.
    public var launches: Int
    /// The identity of the launch with the median time, whose times are shown.
    public var launchID: String
    /// The time from the process's start until the launch with the median time was ready.
    public var ready: Duration
    /// The time from the process's start until the unchanged replay of that launch is ready.
    public var replayed: Duration
    /// The operations that would gain something, the one that would gain most first.
    public var faster: [Gain]
    /// The operations that gain nothing, or less than ``noise``, the longest first.
    public var useless: [Gain]
    /// The changes that gain something, the one that gains most first.
    public var proposals: [Proposal]
    /// The edges that never mattered.
    public var unneeded: [Edge]

    /// Advice on nothing, for a reader to fill in.
    package static var blank: Self {
        Self(
            launches: 0,
            launchID: "",
            ready: .zero,
            replayed: .zero,
            faster: [],
            useless: [],
            proposals: [],
            unneeded: []
        )
    }

    /// The least gain that counts: a thousandth of the time to ready, and at least 100 µs.
    public var noise: Duration { Self.noise(ready) }

    static func noise(_ ready: Duration) -> Duration { max(ready / 1000, .microseconds(100)) }

    /// The most by which the replay of an unchanged launch may be ready sooner or later than the
    /// launch was: a twentieth of the time to ready, and at least 5 ms.
    public static func tolerance(_ ready: Duration) -> Duration {
        max(ready / 20, .milliseconds(5))
    }
}

/// Why there is no advice.
public enum AdviceRefusal: Error, Hashable, Sendable {
    /// There is no launch.
    case nothing
    /// No launch became ready: there is no time to ready that could be shorter.
    case neverReady(launchID: String)
    /// The replay of the unchanged launch is ready much sooner or later than the launch was.
    case differs(recorded: Duration, replayed: Duration)
    /// The operations of the report cannot be launched again.
    case cannotReplay(String)
}

extension AdviceRefusal: CustomStringConvertible {
    /// The fault and the remedy, in one line.
    public var description: String {
        switch self {
        case .nothing: "cannot advise: there is no launch to learn from"
        case .neverReady(let launchID):
            "cannot advise: launch \(launchID) did not become ready; take one that did"
        case .differs(let recorded, let replayed):
            "cannot advise: the replay is ready after \(replayed.timespan) and the launch was "
                + "after \(recorded.timespan), more than \(Advice.tolerance(recorded).timespan) "
                + "apart; something other than the launch's operations set the time, such as "
                + "actions, or a paused queue"
        case .cannotReplay(let reason): "cannot advise: the launch cannot be replayed: \(reason)"
        }
    }
}
