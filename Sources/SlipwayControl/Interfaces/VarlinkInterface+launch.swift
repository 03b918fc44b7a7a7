extension VarlinkInterface {
    /// The control interface of a launch.
    package static let launch = VarlinkInterface(
        LaunchCall.interface,
        methods: [
            "GetStatus", "Watch", "Explain", "Submit", "ListActions", "GetAction", "WaitAction",
            "CancelAction", "RetryAction", "PurgeActions", "Backup", "GetReport", "PauseQueue",
            "ResumeQueue",
            "CancelOperation", "StartProgram",
            "StopProgram", "RestartProgram",
        ],
        observing: [
            "GetStatus", "Watch", "Explain", "ListActions", "GetAction", "WaitAction", "GetReport",
        ],
        description: launchTypes + operationTypes + actionTypes + programTypes + statusTypes
            + explanationTypes + methods + programMethods + programErrors + launchErrors
    )

    private static let methods = """
        # Where the launch is, in a few numbers and names: of a size that does not grow with it
        method GetStatus() -> (
          # The launch now
          status: Status
        )

        # The launch as it happens. The first reply is the whole launch, then there is one for each
        # change, with one field set; the last one comes when the launch has ended. Without 'more',
        # the first reply only
        # [Supports 'more' flag]
        method Watch() -> (
          # The whole launch: in the first reply, and again if changes were lost
          launch: ?Launch,
          # An operation that changed
          operation: ?Operation,
          # An action that is new or changed
          action: ?Action,
          # A program that is new or changed
          program: ?Program,
          # The launch as a whole changed
          phase: ?PhaseChange
        )

        # Why is it not ready: what blocks it, down to what runs now
        method Explain(
          # An operation, or an action's identity, its beginning or its kind, of at most 256 bytes;
          # absent for the launch
          name: ?string
        ) -> (
          # The chain of what blocks it
          explanation: Explanation
        )

        # Sends a launch action. The reply comes when the state waited for is reached, when the
        # action has ended, or when the timeout passes; with 'more' there is one reply for each
        # change of state until then
        # [Supports 'more' flag]
        method Submit(
          # A kind that the application declares, of at most 256 bytes
          kind: string,
          # The payload, as the kind declares it, of at most 64 KiB as compact JSON; absent for none
          payload: ?object,
          # Makes sending it twice harmless: the same key and payload are the same action. At most
          # 256 bytes
          key: ?string,
          # The state to wait for; absent for accepted
          wait: ?(accepted, running, done),
          # How long to wait; absent for as long as it takes. A wait that times out is no failure
          timeoutUSec: ?int
        ) -> (
          # The action at this moment
          action: Action,
          # Whether an earlier call with the same key sent it
          duplicate: bool,
          # Whether the timeout passed before the state waited for was reached
          waitTimedOut: bool,
          # Where an accepted action is kept until it has ended
          durability: (memory, disk),
          # When the launch took it, in microseconds since 1970; only if it was sent before
          sentRealtimeUSec: ?int
        )

        # The actions that have not ended, and those that have and whose records are kept
        method ListActions(
          # Only of this kind, of at most 256 bytes; absent for every kind
          kind: ?string,
          # Only in this state; absent for every state
          state: ?ActionState,
          # Only what comes after the reply before: its 'next'; absent for all
          after: ?string,
          # At most so many, from 1 to 1000; absent for 1000
          limit: ?int,
          # Only what was accepted since then, in microseconds since 1970; absent for all
          sinceRealtimeUSec: ?int,
          # Whether only the latest are wanted, 'limit' of them; there is no 'next' then. Absent for no
          latest: ?bool
        ) -> (
          # As they were accepted; those that are kept in memory after those that are on disk, unless
          # the latest are wanted. There may be fewer than asked for, and more to come
          actions: []Action,
          # What to ask for the next page with, as 'after'; it has no other meaning. Absent when there
          # is none
          next: ?string,
          # The moment of this reply
          nowUSec: int
        )

        # Everything that is known of an action
        method GetAction(
          # Its identity, of at most 256 bytes, or at least 4 characters with which no other begins
          id: string
        ) -> (
          # The action at this moment
          action: Action,
          # Who sent it; absent when that is not known any more
          sender: ?Sender,
          # Its idempotency key; absent for none, and unless the caller's user sent it or may operate
          key: ?string,
          # Its payload; absent once it was let go (about a day after the end; at the end where it was kept in
          # memory only), and unless the caller's user sent it or may operate
          payload: ?object,
          # The earlier action that it is a retry of; absent for none
          retryOf: ?string,
          # When the launch took it, in microseconds since 1970
          acceptedRealtimeUSec: int,
          # When its handler began, in microseconds since 1970
          startedRealtimeUSec: ?int,
          # When it ended, in microseconds since 1970
          endedRealtimeUSec: ?int
        )

        # Waits for an action that was submitted before, as Submit does: after a restart of the service,
        # of which a sender knows the identity only
        # [Supports 'more' flag]
        method WaitAction(
          # Its identity, of at most 256 bytes, or at least 4 characters with which no other begins
          id: string,
          # The state to wait for; absent for done
          wait: ?(accepted, running, done),
          # How long to wait; absent for as long as it takes. A wait that times out is no failure
          timeoutUSec: ?int
        ) -> (
          # The action at this moment
          action: Action,
          # Always false
          duplicate: bool,
          # Whether the timeout passed before the state waited for was reached
          waitTimedOut: bool,
          # Where it is kept until it has ended
          durability: (memory, disk),
          # Always absent
          sentRealtimeUSec: ?int
        )

        # Cancels an action: a waiting one ends at once, a running one is asked to. Its own user may,
        # and who may operate
        method CancelAction(
          # Its identity, of at most 256 bytes, or at least 4 characters with which no other begins
          id: string,
          # Why, in one line of at most 1024 bytes; absent for no other reason than that a user asked
          reason: ?string
        ) -> (
          # Whether it had not ended
          changed: bool,
          # How it is now: what runs has only been asked to end; a daemon from before this field does
          # not send it
          state: ?ActionState
        )

        # Makes a new action of one that has ended, with the same kind, payload and sender; the reply
        # is that of Submit. Its own user may, if it may send one of the kind, and who may operate
        method RetryAction(
          # Its identity, of at most 256 bytes, or at least 4 characters with which no other begins
          id: string,
          # Whether it is refused with AlreadyRetried if it was retried before; absent for no
          once: ?bool
        ) -> (
          # The new action at this moment
          action: Action,
          # Always false
          duplicate: bool,
          # Always false
          waitTimedOut: bool,
          # Where it is kept until it has ended
          durability: (memory, disk),
          # Always absent
          sentRealtimeUSec: ?int
        )

        # Lets go of the records of all actions that have ended, and of their keys. Takes the right to
        # operate
        method PurgeActions() -> (
          # How many there were
          purged: int
        )

        # A part of a copy of everything that is stored, an SQLite database, as it was at one moment. The
        # first call makes the copy; further ones, with its name and the place where the part before
        # ended, give the rest. It is gone once it was read to its end, with the second one after it,
        # and after a minute without a call for it. Takes the right to operate
        method Backup(
          # The name of the copy; absent for a new one
          backup: ?string,
          # Where the part begins; absent for the beginning
          offset: ?int
        ) -> (
          # The name of the copy
          backup: string,
          # How many bytes it has
          size: int,
          # Where this part begins
          offset: int,
          # At most 262144 bytes, as base64
          bytes: string
        )

        # The launch with every operation and everything that is known about its times
        method GetReport(
          # At most so many of the actions, of those that have not ended: what runs first; absent for all
          # that it knows
          actions: ?int
        ) -> (
          # The launch now
          launch: Launch,
          # How many actions are where; absent if the launch has all of them
          actions: ?ActionCounts
        )

        # Lets nothing start in a queue; what runs there goes on, and so do all deadlines. Takes the
        # right to operate: root, the service's own user and its operators have it
        method PauseQueue(
          # The queue, of at most 256 bytes; absent for the launch as a whole
          queue: ?string
        ) -> (
          # Whether it was not paused already
          changed: bool
        )

        # Lets what was paused go on. A queue that was paused on its own stays so when the launch as
        # a whole goes on. Takes the right to operate
        method ResumeQueue(
          # The queue, of at most 256 bytes; absent for the launch as a whole
          queue: ?string
        ) -> (
          # Whether it was paused
          changed: bool
        )

        # Cancels an operation, or a group as a whole: what is pending ends at once, what runs is
        # asked to. What requires it is skipped; if it is a required one, the launch fails. Takes the
        # right to operate
        method CancelOperation(
          # An operation or a group, of at most 256 bytes
          name: string,
          # Why, in one line of at most 1024 bytes; absent for no other reason than that a user asked
          reason: ?string
        ) -> (
          # Whether it had not ended
          changed: bool,
          # How it is now: what runs has only been asked to end; a daemon from before this field does
          # not send it
          state: ?OperationState
        )


        """
}
