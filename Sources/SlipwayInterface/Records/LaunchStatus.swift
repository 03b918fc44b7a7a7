package import Slipway
package import SlipwayReport

/// The summary of a `Report`, in numbers and names; its size does not grow with the launch.
///
/// Each list holds the first elements, or the last where noted, up to the limits of this type; a
/// count beside it says how many there are.
@dynamicMemberLookup
package struct LaunchStatus: Hashable, Sendable {
    /// The most paused queues that are named.
    package static let queueLimit = 8
    /// The most programs.
    package static let programLimit = 8
    /// The most root causes.
    package static let causeLimit = 4
    /// The most skipped operations that a root cause names.
    package static let skippedLimit = 8
    /// The most operations in ``troubles``.
    package static let troubleLimit = 8
    /// The most steps in ``waitsFor``.
    package static let stepLimit = 8

    /// The name of the application.
    package var name: String
    /// The identity of this launch, unique over all launches.
    package var launchID: String
    /// The number of the launch in this service, from 1: each reload makes another one.
    package var generation = 1
    /// The facts of the launch as a whole: the first paused queues and root causes, with the first operations that
    /// were skipped because of them; no pauses.
    package var course: LaunchCourse
    /// When the process started, or the reload of a later generation began: the zero of all other times.
    package var processStart: Instant
    /// When the launch must be ready; `nil` without a deadline.
    package var deadline: Instant?
    /// The operations that gate readiness, without groups.
    package var operations: OperationCounts
    /// The operations of the background stage, without groups.
    package var background: OperationCounts
    /// The actions that the launch knows.
    package var actions: ActionCounts
    /// The first programs that operations started.
    package var programs: [ProgramStatus]
    /// The number of programs.
    package var programCount: Int
    /// The place of the service's log lines; `nil` if that is not known.
    package var log: LogPlace?
    /// Remarks about the service beside its launch; `nil` for none.
    package var remarks: ServiceRemarks?
    /// The reload that is under way; `nil` for none.
    package var reload: RunningReload?
    /// The number of queues that are paused on their own.
    package var pausedQueueCount: Int
    /// The numbers of operations that were skipped because of each of the root causes.
    package var skippedCounts: [Int]
    /// The number of root causes.
    package var rootCauseCount: Int
    /// The first operations that did not end well; for a group, its operations.
    package var troubles: [Trouble]
    /// The number of operations that did not end well.
    package var troubleCount: Int
    /// The end of the chain of what blocks the launch while it starts or stops, down to what runs
    /// now.
    package var waitsFor: [Explanation.Step]

    /// A fact of ``course``.
    package subscript<Fact>(dynamicMember fact: WritableKeyPath<LaunchCourse, Fact>) -> Fact {
        get { course[keyPath: fact] }
        set { course[keyPath: fact] = newValue }
    }

    /// The first reasons why the launch failed; empty unless it failed.
    package var causes: [Cause] {
        get { zip(course.rootCauses, skippedCounts).map(Cause.init) }
        set {
            course.rootCauses = newValue.map(\.cause)
            skippedCounts = newValue.map(\.skippedCount)
        }
    }

    /// Why the launch failed.
    package struct Cause: Hashable, Sendable {
        /// The failure and its reason, with the first operations that were skipped because of it.
        package var cause: RootCause
        /// The number of operations that were skipped because of it.
        package var skippedCount: Int
    }

    /// An operation that did not end well.
    package struct Trouble: Hashable, Sendable {
        package var name: String
        /// The word of the outcome with which it ended.
        package var state: String
        /// The kind of failure; only if it failed.
        package var failureKind: Failure.Kind?
        /// The reason in one line; `nil` if there is none.
        package var message: String?
    }
}
