public import Slipway

/// The difference between two launches, as far as it is on their critical chains.
public struct LaunchComparison: Hashable, Sendable {
    /// The change of an operation from the first launch to the second.
    public struct Change: Hashable, Sendable {
        /// The operation; `nil` for the time before the launch, or after the last operation.
        public var operation: String?
        /// By how much longer it waited for locks and its queue; `nil` unless it started in both.
        public var wait: Duration?
        /// By how much longer it ran; `nil` unless it ran in both.
        public var run: Duration?
        /// Its share of the time to ready, in each launch: running, waiting without a holder,
        /// pauses, conditions, fallbacks.
        public var share: (first: Duration, second: Duration) { (firstShare, secondShare) }
        /// It is in only one of the launches.
        public var presence: Presence
        /// Its result in each launch, if that differs.
        public var results: Results?
        package var firstShare: Duration
        package var secondShare: Duration

        /// The change of nothing, for a reader to fill in.
        package static var blank: Self {
            Self(presence: .both, firstShare: .zero, secondShare: .zero)
        }

        /// Its part of the difference between the times to ready.
        public var onChain: Duration { secondShare - firstShare }
    }

    /// In which of the launches something is.
    public enum Presence: String, CaseIterable, Hashable, Sendable {
        /// In both.
        case both
        /// Only in the second one.
        case new
        /// Only in the first one.
        case gone
    }

    /// Two results.
    public struct Results: Hashable, Sendable {
        /// In the first launch.
        public var first: String
        /// In the second launch.
        public var second: String

        package init(first: String, second: String) { (self.first, self.second) = (first, second) }
    }

    /// Two operations of a queue that changed their places.
    public struct Swap: Hashable, Sendable {
        /// Their queue.
        public var queue: Queue
        /// Started later in the first launch, and earlier in the second.
        public var earlier: String
        /// Started earlier in the first launch.
        public var later: String

        /// A swap of nothing, for a reader to fill in.
        package static var blank: Self { Self(queue: .main, earlier: "", later: "") }
    }

    /// The identities of the launches.
    public var launches: (first: String, second: String) { (first, second) }
    /// The times to ready.
    public var ready: (first: Duration, second: Duration) { (firstReady, secondReady) }
    /// The operations, those with the greatest part of the difference first, then those that waited or ran
    /// longest differently.
    ///
    /// The parts of all of them add up to ``difference``, exactly.
    public var changes: [Change]
    /// Of each queue, the first operations that started in another order.
    public var swaps: [Swap]
    package var first: String
    package var second: String
    package var firstReady: Duration
    package var secondReady: Duration

    /// The comparison of nothing, for a reader to fill in.
    package static var blank: Self {
        Self(
            changes: [],
            swaps: [],
            first: "",
            second: "",
            firstReady: .zero,
            secondReady: .zero
        )
    }

    /// By how much later the second launch was ready; negative: sooner.
    public var difference: Duration { secondReady - firstReady }
}

/// Why two launches cannot be compared.
public struct ComparisonRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The launch that did not become ready.
    public var launchID: String

    /// The fault, in one line.
    public var description: String {
        "cannot compare: launch \(launchID) did not become ready, and so has no time to ready"
    }
}
