extension VarlinkInterface {
    /// The types of ``launch`` that describe operations.
    static let operationTypes = """
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
          # Its number; that of the first one is 1
          number: int,
          # When it began
          startedUSec: int,
          # When it ended
          endedUSec: int,
          # Which kind of failure it was; absent when it succeeded
          failureKind: ?FailureKind,
          # The type of the error that was thrown, if one was; only when it failed
          failureType: ?string,
          # The errno of the system error behind it, if one is known; only when it failed
          errorNumber: ?int,
          # With which status its program exited, if it failed for that
          exitStatus: ?int,
          # The signal that ended its program, such as SIGKILL, if it failed for that
          exitSignal: ?string,
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
          # The type of the error that was thrown, if one was; only when it failed
          failureType: ?string,
          # The errno of the system error behind it, if one is known; only when it failed
          errorNumber: ?int,
          # With which status its program exited, if it failed for that
          exitStatus: ?int,
          # The signal that ended its program, such as SIGKILL, if it failed for that
          exitSignal: ?string,
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
          # The attempts that have ended, the first and the last 63; empty if it may not be tried again
          attempts: []Attempt,
          # Where its value comes from, when it is degraded
          fallback: ?Fallback,
          # What keeps it from going on, if that is neither what it depends on nor its queue
          obstacle: ?Obstacle
        )


        """
}
