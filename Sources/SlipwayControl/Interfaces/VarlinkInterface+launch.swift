extension VarlinkInterface {
    /// The control interface of a launch.
    package static let launch = VarlinkInterface(
        "org.slipway.Launch",
        methods: [
            "GetStatus", "Watch", "Explain", "Submit", "ListActions", "GetReport", "PauseQueue",
            "ResumeQueue", "CancelOperation",
        ],
        description: launchTypes + operationTypes + actionTypes + statusTypes + explanationTypes
            + methods + errors
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
          # The launch as a whole changed
          phase: ?PhaseChange
        )

        # Why is it not ready: what blocks it, down to what runs now
        method Explain(
          # An operation, or an action's identity or kind, of at most 256 bytes; absent for the
          # launch
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
          durability: (memory, disk)
        )

        # The actions that the launch knows
        method ListActions() -> (
          # All that have not ended and the last ones that have, as they were accepted
          actions: []Action
        )

        # The launch with every operation and everything that is known about its times
        method GetReport() -> (
          # The launch now
          launch: Launch
        )

        # Lets nothing start in a queue; what runs there goes on, and so do all deadlines
        method PauseQueue(
          # The queue, of at most 256 bytes; absent for the launch as a whole
          queue: ?string
        ) -> (
          # Whether it was not paused already
          changed: bool
        )

        # Lets what was paused go on. A queue that was paused on its own stays so when the launch as
        # a whole goes on
        method ResumeQueue(
          # The queue, of at most 256 bytes; absent for the launch as a whole
          queue: ?string
        ) -> (
          # Whether it was paused
          changed: bool
        )

        # Cancels an operation, or a group as a whole: what is pending ends at once, what runs is
        # asked to. What requires it is skipped; if it is a required one, the launch fails
        method CancelOperation(
          # An operation or a group, of at most 256 bytes
          name: string,
          # Why, in one line of at most 1024 bytes; absent for no other reason than that a user asked
          reason: ?string
        ) -> (
          # Whether it had not ended
          changed: bool
        )


        """

    private static let errors = """
        # The application declares no such kind of action
        error UnknownKind (
          # The kind that was asked for
          kind: string,
          # The kinds that there are
          known: []string
        )

        # The payload is not what the kind declares
        error InvalidPayload (
          # The key at fault; empty for the payload as a whole
          key: string,
          # What is wrong and what would be accepted
          reason: string
        )

        # The payload is too large
        error PayloadTooLarge (
          # Its size in bytes, as compact JSON
          size: int,
          # The largest that is accepted, in bytes
          limit: int
        )

        # Too many actions wait
        error QueueFull (
          # How many may wait
          limit: int,
          # When it is worth trying again, from now
          retryAfterUSec: int
        )

        # An action with the same key and another payload exists
        error Conflict (
          # The key
          key: string,
          # The identity of the action that has it
          id: string
        )

        # The action could not be stored, and so is not accepted
        error StoreFailed (
          # What went wrong, in one line
          message: string
        )

        # The launch failed, and so the action can never run
        error LaunchFailed (
          # The operation that failed; absent when the launch as a whole did
          operation: ?string,
          # What went wrong, in one line
          message: string
        )

        # The launch is stopping
        error ShuttingDown ()

        # The caller's user, or all together, have as many connections as there may be. The
        # connection is closed
        error TooManyConnections (
          # How many there may be
          limit: int,
          # How many the caller's user has
          yours: int
        )

        # The caller's user, or all together, have as many calls waiting as there may be. What was
        # asked for is done all the same; the connection stays usable
        error TooManyWaiting (
          # How many there may be
          limit: int,
          # How many the caller's user has
          yours: int
        )

        # There is no operation, action or kind of that name
        error NoSuchOperation (
          # The name that was asked for
          name: string,
          # A name that exists and is close to it
          nearest: ?string
        )

        # There is no queue of that name
        error NoSuchQueue (
          # The name that was asked for
          name: string,
          # The queues that there are
          known: []string
        )

        """
}
