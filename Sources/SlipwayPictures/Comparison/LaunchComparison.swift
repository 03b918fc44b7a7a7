public import Slipway

/// The difference between two launches, as far as it is on their critical chains.
public struct LaunchComparison: Hashable, Sendable {
    /// The change of an operation from the first launch to the second.
    public struct Change: Hashable, Sendable {
        /// The operation; `nil` for the time before the launch, or after the last operation.
        public var operation: String?
        /// By how much longer the operation waited for locks and its queue; `nil` unless it started
        /// in both launches.
        public var wait: Duration?
        /// By how much longer the operation ran; `nil` unless it ran in both launches.
        public var run: Duration?
        /// The share of the operation in the time to ready, in each launch: running, waiting for a
        /// queue or a lock of which no holder is known, backoffs, conditions, fallbacks.
        public var share: (first: Duration, second: Duration) { (firstShare, secondShare) }
        /// The launches that have the operation.
        public var presence: Presence
        /// The result of the operation in each launch, if the two differ.
        public var results: Results?
        package var firstShare: Duration
        package var secondShare: Duration

        /// The change of nothing, for a reader to fill in.
        package static var blank: Self {
            Self(presence: .both, firstShare: .zero, secondShare: .zero)
        }

        /// The part of the operation in the difference between the times to ready.
        public var onChain: Duration { secondShare - firstShare }
    }

    /// The launches that have something.
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

    /// Two operations of a queue that the two launches started in opposite order.
    public struct Swap: Hashable, Sendable {
        /// The queue of both operations.
        public var queue: Queue
        /// The operation that started later in the first launch, and earlier in the second.
        public var earlier: String
        /// The operation that started earlier in the first launch, and later in the second.
        public var later: String

        /// A swap of nothing, for a reader to fill in.
        package static var blank: Self { Self(queue: .main, earlier: "", later: "") }
    }

    /// The identities of the launches.
    public var launches: (first: String, second: String) { (first, second) }
    /// The times to ready.
    public var ready: (first: Duration, second: Duration) { (firstReady, secondReady) }
    /// The operations, those with the greatest part of the difference first, then those whose time
    /// of waiting or running changed most.
    ///
    /// The parts of all of them add up to ``difference``, exactly.
    public var changes: [Change]
    /// The first two operations of each queue that started in another order.
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
