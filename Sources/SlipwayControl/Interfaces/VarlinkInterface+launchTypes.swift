extension VarlinkInterface {
    /// What the methods of ``launch`` take and give; the beginning of its description.
    static let launchTypes = """
        # Watch and steer the launch of a service: its startup operations, and the launch actions
        # that wait for them.
        #
        # Times end in USec and are microseconds. Times of the launch count from the start of its
        # process, and are absent until they are known. Enumerations in replies may get further
        # values. A parameter that is longer than it may be is refused as invalid. Messages are one
        # line; those that are longer than 1024 bytes are cut, with an ellipsis at their end.
        interface org.slipway.Launch

        # Where a launch is, as a whole
        type Phase (
          # Operations of the launch stage have not all ended
          starting,
          # Every operation of the launch stage succeeded
          ready,
          # Ready, but an optional operation did not succeed, or one succeeded with a fallback
          degraded,
          # Asked to stop, or failing: what runs is cancelled, what succeeded is torn down
          stopping,
          # Ended because it was asked to
          stopped,
          # Ended because a required operation failed, or the deadline passed
          failed
        )

        # How far an operation has come, or how it ended
        type OperationState (
          # Waits for operations that it requires or runs after
          pending,
          # Everything that it waits for is there; waits for its queue, or for its obstacle
          ready,
          # Its body runs, or was asked to stop and has not returned yet
          running,
          # Ended with its value
          succeeded,
          # Ended with a fallback in place of its value
          degraded,
          # Ended with an error
          failed,
          # Cancelled, before it started or while it ran
          cancelled,
          # Never started: something that it requires did not succeed, or its condition did not hold
          skipped
        )

        # When an operation is due
        type Stage (
          # Before the launch is ready: it gates readiness
          launch,
          # Once the launch is ready
          background
        )

        # How long an operation or a group waited for locks before it started
        type LockWait (
          # The lock; the last one if there were several
          lock: string,
          # How long it waited, for all of them
          durationUSec: int,
          # The operation or group that had the lock; absent if none had
          holder: ?string
        )

        # One try of an operation's body
        type Attempt (
          # When it began
          startedUSec: int,
          # When it ended
          endedUSec: int,
          # Which kind of failure it was; absent when it succeeded
          failureKind: ?FailureKind,
          # Why it failed, in one line
          message: ?string
        )

        # Where the value of a degraded operation comes from
        type Fallback (
          # In a word or two
          source: string,
          # How old the value was; absent when that has no meaning
          ageUSec: ?int
        )

        # What can keep an operation from going on, besides its dependencies and its queue
        type ObstacleKind (
          # Its condition is being evaluated
          condition,
          # Another operation has a lock that it needs
          lock,
          # Its queue, or the whole launch, is paused
          pause,
          # It waits for its next attempt
          backoff,
          # Its fallback is being looked for
          fallback,
          # It is of the background stage, and the launch is not ready
          launch
        )

        # What keeps an operation from going on
        type Obstacle (
          # What it is
          kind: ObstacleKind,
          # The condition, in words; only for condition
          condition: ?string,
          # The lock; only for lock
          lock: ?string,
          # The operation that has the lock; only for lock
          holder: ?string,
          # The queue that is paused; only for pause, and absent when the whole launch is
          queue: ?string,
          # When the next attempt begins; only for backoff
          untilUSec: ?int
        )

        # Which kind of failure it was
        type FailureKind (
          # It ended with an error of its own
          error,
          # It did not end within its timeout
          timedOut
        )

        # One startup operation
        type Operation (
          # The name, unique in the launch
          name: string,
          # The queue its body runs on: main, userInitiated, or a named one
          queue: string,
          # Whether the launch goes on without it
          optional: bool,
          # The operations that must have succeeded before it starts
          requires: []string,
          # The operations that must have ended, however, before it starts
          after: []string,
          # How far it has come
          state: OperationState,
          # Why it is degraded, failed or cancelled, in one line
          message: ?string,
          # Which kind of failure it was; only when it failed
          failureKind: ?FailureKind,
          # The operation whose end skipped it; only when it was skipped for that
          root: ?string,
          # The condition that did not hold; only when it was skipped for that
          condition: ?string,
          # When the last operation that it waits for ended
          readyUSec: ?int,
          # When its body began
          startedUSec: ?int,
          # When it ended; also set for one that never started
          endedUSec: ?int,
          # The operation whose end freed the queue for it; absent if it did not have to wait
          releasedBy: ?string,
          # The part of its wait that was for a lock; absent if none was
          lockWait: ?LockWait,
          # How long an attempt may run; absent for as long as the launch
          timeoutUSec: ?int,
          # When it is due
          stage: Stage,
          # The group that it is in; absent for none
          group: ?string,
          # Whether it is a group: its state and its times are those of everything in it
          isGroup: bool,
          # How many attempts there are at most
          attemptLimit: int,
          # How many attempts have begun, if it may be tried again or has a timeout; else 0
          attempt: int,
          # When the attempt that runs began; absent when none runs, or there is only the one
          attemptStartedUSec: ?int,
          # The attempts that have ended; empty if it may not be tried again
          attempts: []Attempt,
          # Where its value comes from, when it is degraded
          fallback: ?Fallback,
          # What keeps it from going on, if that is neither what it depends on nor its queue
          obstacle: ?Obstacle
        )

        # How far a launch action has come, or how it ended
        type ActionState (
          # Waits for the operations that it requires, and for earlier actions of its kind
          waiting,
          # Its handler runs
          running,
          # Its handler succeeded
          done,
          # Its handler failed, or an operation that it requires did not succeed
          failed,
          # Cancelled before it ended
          cancelled,
          # Its time to live passed before it could run
          expired
        )

        # A launch action: a request of a declared kind
        type Action (
          # The identity, unique over all launches
          id: string,
          # The declared kind
          kind: string,
          # The queue its handler runs on
          queue: string,
          # The operations that it requires
          requires: []string,
          # How far it has come
          state: ActionState,
          # The operations that it still waits for; empty unless it waits
          missing: []string,
          # Why it failed or was cancelled, in one line
          message: ?string,
          # Which kind of failure it was; only when it failed
          failureKind: ?FailureKind,
          # The operation that it requires and that did not succeed; only when it failed for that
          failedOperation: ?string,
          # When the launch took it
          acceptedUSec: int,
          # When everything that it requires was there and it was the first of its kind
          readyUSec: ?int,
          # When its handler began
          startedUSec: ?int,
          # When it ended
          endedUSec: ?int
        )

        # Why a launch failed
        type RootCause (
          # The operation that failed; absent when the launch as a whole did
          operation: ?string,
          # Which kind of failure it was
          failureKind: FailureKind,
          # What went wrong, in one line
          message: string,
          # The operations that were skipped because of it
          skipped: []string
        )

        # A launch as far as it has come
        type Launch (
          # The name of the application
          name: string,
          # The identity of this launch, unique over all launches
          launchId: string,
          # Where it is
          phase: Phase,
          # When the process started, on the monotonic clock of the machine: the zero of all others
          processStartUSec: int,
          # When the launch began to run operations
          launchedUSec: ?int,
          # When the last operation that gates readiness ended
          readyUSec: ?int,
          # When everything was torn down
          endedUSec: ?int,
          # When it must be ready; absent without a deadline
          deadlineUSec: ?int,
          # Every operation, in the order of declaration
          operations: []Operation,
          # All actions that have not ended and the last ones that have, as they were accepted
          actions: []Action,
          # Why it failed; empty unless it did
          rootCauses: []RootCause,
          # Whether it is paused as a whole: nothing starts in any queue
          paused: bool,
          # The queues that are paused on their own
          pausedQueues: []string
        )

        # How many operations are where
        type OperationCounts (
          # Wait for operations that they require or run after
          pending: int,
          # Wait for their queue, or for their obstacle
          ready: int,
          # Run
          running: int,
          # Ended with their value
          succeeded: int,
          # Ended with a fallback in place of their value
          degraded: int,
          # Ended with an error
          failed: int,
          # Were cancelled
          cancelled: int,
          # Never started
          skipped: int
        )

        # How many launch actions are where; of those that have ended, only the last are known
        type ActionCounts (
          # Wait for operations that they require, or for earlier actions of their kind
          waiting: int,
          # Run
          running: int,
          # Ended well
          done: int,
          # Ended with an error
          failed: int,
          # Were cancelled
          cancelled: int,
          # Could not run in time
          expired: int
        )

        # An operation that did not end well
        type Trouble (
          # Its name
          name: string,
          # How it ended
          state: OperationState,
          # Which kind of failure it was; only when it failed
          failureKind: ?FailureKind,
          # Why, in one line; absent when there is nothing to say
          message: ?string
        )

        # Why a launch failed, of a size that does not grow with the launch
        type Cause (
          # The operation that failed; absent when the launch as a whole did
          operation: ?string,
          # Which kind of failure it was
          failureKind: FailureKind,
          # What went wrong, in one line
          message: string,
          # The first operations that were skipped because of it: at most 8
          skipped: []string,
          # How many operations were skipped because of it
          skippedCount: int
        )

        # A launch in a few numbers and names, of a size that does not grow with it
        type Status (
          # The name of the application
          name: string,
          # The identity of this launch, unique over all launches
          launchId: string,
          # Where it is
          phase: Phase,
          # When the process started, on the monotonic clock of the machine: the zero of all others
          processStartUSec: int,
          # When the launch began to run operations
          launchedUSec: ?int,
          # When the last operation that gates readiness ended
          readyUSec: ?int,
          # When everything was torn down
          endedUSec: ?int,
          # When it must be ready; absent without a deadline
          deadlineUSec: ?int,
          # The operations that gate readiness, by where they are; groups do not count
          operations: OperationCounts,
          # The operations of the background stage, by where they are; groups do not count
          background: OperationCounts,
          # The actions that have not ended and the last ones that have, by where they are
          actions: ActionCounts,
          # Whether it is paused as a whole: nothing starts in any queue
          paused: bool,
          # The first queues that are paused on their own: at most 8
          pausedQueues: []string,
          # How many queues are paused on their own
          pausedQueueCount: int,
          # The first reasons why it failed: at most 4; empty unless it did
          rootCauses: []Cause,
          # How many reasons there are
          rootCauseCount: int,
          # The first operations that did not end well: at most 8; of a group, what is in it
          troubles: []Trouble,
          # How many operations did not end well
          troubleCount: int,
          # What it waits for while it starts or stops: the last 8 steps at most of the chain of
          # what blocks it, down to what runs now
          waitsFor: []Step
        )

        # A change of the launch as a whole
        type PhaseChange (
          # Where it is now
          phase: Phase,
          # When the launch began to run operations
          launchedUSec: ?int,
          # When the last operation that gates readiness ended
          readyUSec: ?int,
          # When everything was torn down
          endedUSec: ?int,
          # Why it failed; empty unless it did
          rootCauses: []RootCause,
          # Whether it is paused as a whole: nothing starts in any queue
          paused: bool,
          # The queues that are paused on their own
          pausedQueues: []string
        )

        # One link of an explanation: what the one before it waits for
        type Step (
          # An operation, an action's identity, or the launch
          name: string,
          # How the step before comes to this one, in words: requires, after, queue held by
          relation: string,
          # Where it is: a Phase, an OperationState or an ActionState
          state: string,
          # How long it has been in that state, or took in it
          elapsedUSec: ?int,
          # How long it may take: its timeout, or the deadline
          budgetUSec: ?int,
          # What else there is to know, in one line
          detail: ?string
        )

        # Why something is where it is
        type Explanation (
          # What was asked about; absent for the launch
          subject: ?string,
          # Where it is: a Phase, an OperationState or an ActionState
          state: string,
          # The subject itself, then what it waits for, and so on
          steps: []Step
        )


        """
}
