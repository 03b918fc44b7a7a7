package import Slipway

/// A launch in a few numbers and names: what a `Report` comes to, of a size that does not grow with
/// the launch.
///
/// Each list is the beginning of what there is, or the end where it says so, up to the limits of
/// this type; a count beside it says how much there is.
package struct LaunchStatus: Hashable, Sendable {
    /// How many paused queues are named.
    package static let queueLimit = 8
    /// How many root causes are told.
    package static let causeLimit = 4
    /// How many operations that a root cause skipped are named.
    package static let skippedLimit = 8
    /// How many operations that did not end well are told.
    package static let troubleLimit = 8
    /// How many steps of what the launch waits for are told.
    package static let stepLimit = 8

    /// The name of the application.
    package var name: String
    /// The identity of this launch, unique over all launches.
    package var launchID: String
    /// Where it is.
    package var phase: Phase
    /// When the process started: the zero of all other times.
    package var processStart: Instant
    /// When the launch began to run operations; `nil` before.
    package var launchedAt: Instant?
    /// When the last operation that gates readiness ended; `nil` before.
    package var readyAt: Instant?
    /// When everything was torn down; `nil` before.
    package var endedAt: Instant?
    /// When it must be ready; `nil` without a deadline.
    package var deadline: Instant?
    /// The operations that gate readiness, without groups.
    package var operations: OperationCounts
    /// The operations of the background stage, without groups.
    package var background: OperationCounts
    /// The actions that the launch knows.
    package var actions: ActionCounts
    /// Whether it is paused as a whole.
    package var isPaused: Bool
    /// The first queues that are paused on their own.
    package var pausedQueues: [Queue]
    /// How many queues are paused on their own.
    package var pausedQueueCount: Int
    /// The first reasons why it failed; empty unless it did.
    package var rootCauses: [Cause]
    /// How many reasons there are.
    package var rootCauseCount: Int
    /// The first operations that did not end well; of a group, what is in it.
    package var troubles: [Trouble]
    /// How many operations did not end well.
    package var troubleCount: Int
    /// What it waits for while it starts or stops: the end of the chain of what blocks it, down to
    /// what runs now.
    package var waitsFor: [Explanation.Step]

    /// Why the launch failed.
    package struct Cause: Hashable, Sendable {
        /// What failed and why, with the first operations that were skipped because of it.
        package var cause: RootCause
        /// How many operations were skipped because of it.
        package var skippedCount: Int
    }

    /// An operation that did not end well.
    package struct Trouble: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// How it ended: the word of an outcome.
        package var state: String
        /// Which kind of failure it was; only when it failed.
        package var failureKind: Failure.Kind?
        /// Why, in one line; `nil` when there is nothing to say.
        package var message: String?
    }
}
