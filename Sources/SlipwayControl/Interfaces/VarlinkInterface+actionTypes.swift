extension VarlinkInterface {
    /// The types of ``launch`` that describe launch actions.
    static let actionTypes = """
        # How far a launch action has come, or how it ended
        type ActionState (
          # Waits for the operations that it requires, for earlier actions of its kind, or for its
          # next attempt
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
          expired,
          # A later action of its kind took its place before it could run
          superseded,
          # The service ended while its handler ran, and it must not be repeated by itself
          interrupted
        )

        # Who sent an action, as the kernel saw it when the connection was made
        type Sender (
          # The user
          uid: int,
          # The process; it may have ended, and its number be another's by now
          pid: int
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
          # Why it failed, was cancelled or interrupted, in one line; what its program said last is only in
          # Submit's and GetAction's answers to its sender and to operators
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
          # The operation that it requires and that did not succeed; only when it failed for that
          failedOperation: ?string,
          # The action that took its place; only when it was superseded
          successor: ?string,
          # How many attempts have begun, in earlier launches too
          attempts: int,
          # How many of them failed, with another one to follow: what a stop or a crash interrupted did
          # not fail; a daemon from before this field does not send it
          failures: ?int,
          # With how many failed attempts it fails; absent if its kind is not known
          failureLimit: ?int,
          # When its next attempt is due, in the next launch too; only while it waits for that
          retryUSec: ?int,
          # Why its last attempt failed, in one line; only if another one follows or has followed
          lastFailure: ?string,
          # Whether it waits for the next launch: it is stored, and this one ends or lacks what it
          # requires
          postponed: bool,
          # When the launch took it
          acceptedUSec: int,
          # When everything that it requires was there and it was the first of its kind
          readyUSec: ?int,
          # When its last attempt began, in an earlier launch too
          startedUSec: ?int,
          # When it ended
          endedUSec: ?int,
          # Who sent it; only in the answers of ListActions, if it is known
          sender: ?Sender,
          # Its idempotency key; only in the answers of ListActions, and only if the caller's user sent
          # it or may operate
          key: ?string
        )


        """
}
