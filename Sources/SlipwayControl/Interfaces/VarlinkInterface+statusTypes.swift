extension VarlinkInterface {
    /// The types of ``launch`` that sum a launch up.
    static let statusTypes = """
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
          expired: int,
          # Gave their place to a later one
          superseded: int,
          # Were interrupted, and must not be repeated by themselves
          interrupted: int
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
          # The type of the error that was thrown, if one was
          failureType: ?string,
          # The errno of the system error behind it; absent when none is known
          errorNumber: ?int,
          # With which status its program exited, if it failed for that
          exitStatus: ?int,
          # The signal that ended its program, such as SIGKILL, if it failed for that
          exitSignal: ?string,
          # What went wrong, in one line
          message: string,
          # The first operations that were skipped because of it: at most 8
          skipped: []string,
          # How many operations were skipped because of it
          skippedCount: int
        )

        # Where the lines of a service, and of its programs, are
        type Log (
          # Whether they are in the journal
          journal: bool,
          # The unit that it runs in; absent for none
          unit: ?string,
          # Whether that is a unit of a user's manager, not of the system's
          userUnit: bool,
          # The identity of this run of the unit; absent when that is not known
          invocationId: ?string,
          # What its standard error is, where they are without the journal; absent when that is not
          # known
          output: ?string
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
          # The first programs that operations started: at most 8
          programs: ?[]Program,
          # How many programs there are
          programCount: ?int,
          # What is wrong with the place where actions are kept; absent for nothing
          storage: ?Storage,
          # Where the lines of the service are; a daemon from before this field does not send it
          log: ?Log,
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


        """
}
