extension VarlinkInterface {
    /// The types of ``launch`` that describe a launch; the beginning of its description.
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
          # Ready, but an optional operation did not succeed, or one succeeded with a fallback, or a
          # program is missing, also one that was stopped, or launch actions cannot be stored
          degraded,
          # Asked to stop, or failing: what runs is cancelled, what succeeded is torn down
          stopping,
          # Ended because it was asked to
          stopped,
          # Ended because a required operation failed, or the deadline passed
          failed
        )

        # What is wrong with the place where launch actions are kept, or that there is none
        type Storage (
          # Awaited: another process has it. Unavailable: it cannot be used, and is tried again; nothing
          # is kept meanwhile. Failing: it is there, but what is new cannot be stored, on a full disk.
          # Absent: there is none, and actions are held in memory only
          state: (awaited, unavailable, failing, absent),
          # Why, in one line
          message: string,
          # Since when it has been so
          sinceUSec: int
        )

        # Why a launch failed
        type RootCause (
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
          # The operations that were skipped because of it
          skipped: []string
        )

        # The teardown of an operation, which has begun and not ended
        type TearingDown (
          # The operation
          name: string,
          # When it began
          sinceUSec: int
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
          # How long what is cancelled may take to return, and then each teardown
          graceUSec: int,
          # How long a stop leaves running actions alone before it asks them to give up; a daemon from
          # before this field does not send it
          drainUSec: ?int,
          # How many graces the teardowns take at most, one after the other: two for a program that
          # has a 'stop', one for everything else; what nothing orders is torn down side by side
          teardowns: ?int,
          # What is being torn down, in the order in which that began
          tearingDown: ?[]TearingDown,
          # Every operation, in the order of declaration
          operations: []Operation,
          # All actions that have not ended and the last ones that have, as they were accepted
          actions: []Action,
          # The programs that operations started, in the order of their first start
          programs: ?[]Program,
          # What is wrong with the place where actions are kept; absent for nothing
          storage: ?Storage,
          # Why it failed; empty unless it did
          rootCauses: []RootCause,
          # Whether it is paused as a whole: nothing starts in any queue
          paused: bool,
          # The queues that are paused on their own
          pausedQueues: []string
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
          # What is wrong with the place where actions are kept; absent for nothing
          storage: ?Storage,
          # Why it failed; empty unless it did
          rootCauses: []RootCause,
          # Whether it is paused as a whole: nothing starts in any queue
          paused: bool,
          # The queues that are paused on their own
          pausedQueues: []string
        )


        """
}
