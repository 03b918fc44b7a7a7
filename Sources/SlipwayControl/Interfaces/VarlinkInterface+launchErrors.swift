extension VarlinkInterface {
    /// The errors of ``launch``; the end of its description.
    static let launchErrors = """
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

        # Too many actions wait, in all or of the caller's user
        error QueueFull (
          # How many may wait
          limit: int,
          # How many of one user may wait, if that is what was reached: three quarters of the limit. Who
          # may operate has no such limit
          share: ?int,
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

        # The caller's user stands for every user that the kernel cannot name, so no key is its own:
        # send without one
        error NoKeys (
          # The caller's user
          uid: int
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

        # What was sent cannot be read as a call. The connection is closed
        error MalformedCall (
          # Why, in one line
          message: string
        )

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

        # No action has that identity, or it ended long ago
        error NoSuchAction (
          # The identity that was asked for
          id: string
        )

        # Several actions have identities that begin like that
        error AmbiguousAction (
          # What was asked for
          id: string,
          # The first of them, at most 8
          known: []string
        )

        # What is stored cannot be copied, or the copy that was asked for is gone
        error CannotCopy (
          # Why, in one line
          message: string
        )

        # The action cannot be retried
        error CannotRetry (
          # The identity that was asked for
          id: string,
          # Why: the predicate of a sentence about it
          reason: string
        )

        # The action was to be retried once, and was retried before
        error AlreadyRetried (
          # The identity that was asked for
          id: string,
          # The identity of the action that it was retried as
          retry: string
        )

        # The socket takes only calls that change nothing; the others go to the service's control
        # socket
        error ObservesOnly ()

        # The caller's user may not do that
        error NotAllowed (
          # What it takes: to operate, to send actions of that kind, or to be the action's sender
          right: (operate, send, cancel, retry),
          # The caller's user
          uid: int,
          # The kind of the action that it is about; absent for operating
          kind: ?string
        )

        """
}
