/// Something that happened to a launch; everything shown or logged is rendered from such events.
///
/// Events of one launch are totally ordered by ``sequence``; ``at`` never decreases along it.
public struct Event: Sendable, Hashable {
    /// The kinds of event.
    ///
    /// Indirect: an operation is large, and an event is passed on more often than it is looked into.
    public indirect enum Kind: Sendable, Hashable {
        /// The launch began; every operation is pending. The report is the snapshot at this
        /// instant.
        case launchStarted(Report)
        /// Operations were added to the launch while it ran; they are pending.
        case operationsAdded([OperationStatus])
        /// Operations begin anew: all that are in a group which is tried again as a whole, or one
        /// that a reload has put back while it ran. `gone` has the names of those that the group's
        /// last attempt had added, and that are gone.
        case operationsRenewed([OperationStatus], gone: [String])
        /// Everything that the operation waits for is there.
        case operationReady(OperationStatus)
        /// The operation's body began.
        case operationStarted(OperationStatus)
        /// An attempt failed, and another one will follow after `delay`; `attempt` counts from 1.
        case operationRetrying(
            OperationStatus,
            attempt: Int,
            failure: Failure,
            delay: Duration
        )
        /// The operation ended: see ``OperationStatus/outcome``.
        case operationEnded(OperationStatus)
        /// A cancelled operation has not returned within the grace; it ends, and its body goes on
        /// holding its slot in the queue.
        case operationStuck(OperationStatus, since: Instant)
        /// The body of a running operation waits for what cannot come before it returns: see
        /// ``OperationStatus/Obstacle/wait(for:circle:)``.
        case operationWaitsInVain(OperationStatus)
        /// An action was accepted, became ready, started or ended: see ``ActionStatus/state``.
        case actionChanged(ActionStatus)
        /// A program was started, became ready or ended: see ``ProgramStatus/state``. `degraded` says
        /// whether the launch is degraded now.
        case programChanged(ProgramStatus, degraded: Bool)
        /// The store of launch actions is in trouble, or (`nil`) no longer. `degraded` says whether
        /// the launch is degraded now.
        case storageChanged(StorageTrouble?, degraded: Bool)
        /// A queue was paused; `nil` for all of them.
        case paused(Queue?)
        /// A paused queue goes on; `nil` for all of them.
        case resumed(Queue?)
        /// Every operation that gates readiness ended, and no required one failed.
        case launchReady(degraded: Bool)
        /// The service itself says that not everything is as it should be; see
        /// ``Launch/degrade(reason:)``.
        case launchDegraded(reason: String)
        /// The launch was asked to stop, or fails: `reason` says why. Teardown follows.
        case launchStopping(reason: String, rootCauses: [RootCause])
        /// The teardown of an operation began.
        case operationTearingDown(name: String)
        /// A succeeded operation was torn down; `failure` says what went wrong, if anything did.
        case operationTornDown(name: String, failure: Failure?)
        /// The launch ended: ``Phase/stopped`` or ``Phase/failed``. The report is complete.
        case launchEnded(Report)
        /// The observer was so slow that this many events were dropped; the report says where
        /// everything is, so that nothing that matters is lost.
        case eventsLost(count: Int, report: Report)
    }

    /// Counts the events of a launch from 1, without gaps.
    public var sequence: UInt64
    /// When the event happened.
    public var at: Instant
    /// The kind of event, with its facts.
    public var kind: Kind

    /// Creates an event.
    public init(sequence: UInt64, at: Instant, kind: Kind) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
    }
}
