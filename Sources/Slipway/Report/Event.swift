/// Something that happened to a launch; everything shown or logged is rendered from these.
///
/// Events of one launch are totally ordered by ``sequence``; ``at`` never decreases along it.
public struct Event: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// The launch began; every operation is pending. The report is the snapshot at this
        /// instant.
        case launchStarted(Report)
        /// Everything that the operation waits for is there.
        case operationReady(OperationStatus)
        /// The operation's body began.
        case operationStarted(OperationStatus)
        /// The operation ended: see ``OperationStatus/outcome``.
        case operationEnded(OperationStatus)
        /// A cancelled operation has not returned within the grace; it ends, and its body goes on
        /// holding its place in the queue.
        case operationStuck(OperationStatus, since: Instant)
        /// An action was accepted, became ready, started or ended: see ``ActionStatus/state``.
        case actionChanged(ActionStatus)
        /// Every operation that gates readiness ended, and no required one failed.
        case launchReady(degraded: Bool)
        /// The launch was asked to stop, or fails: `reason` says why. Teardown follows.
        case launchStopping(reason: String, rootCauses: [RootCause])
        /// A succeeded operation was torn down; `failure` says what went wrong, if anything did.
        case operationTornDown(name: String, failure: Failure?)
        /// The launch ended: ``Phase/stopped`` or ``Phase/failed``. The report is complete.
        case launchEnded(Report)
        /// The observer was so slow that this many events were dropped before this one.
        case eventsLost(count: Int)
    }

    /// Counts the events of a launch from 1, without gaps.
    public var sequence: UInt64
    /// When it happened.
    public var at: Instant
    /// What happened.
    public var kind: Kind

    /// Creates an event.
    public init(sequence: UInt64, at: Instant, kind: Kind) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
    }
}
