internal import Synchronization

extension OperationContext {
    /// The launch that runs the body: to pause a queue, cancel an operation or submit an action.
    public var launch: Launch {
        guard let launch = running as? Launch else {
            preconditionFailure("a context is made by something else than a launch")
        }
        return launch
    }

    /// The identity of the launch, unique over all launches.
    public var launchID: String { launch.id }

    /// The identity of the launch action; `nil` for an operation.
    ///
    /// To be asked for by the handler while it runs.
    public var actionID: ActionID? { launch.answer { $0.currentAction(of: index) } }

    /// The idempotency key that the sender of the launch action gave; `nil` for none, and for an
    /// operation.
    ///
    /// To be asked for by the handler while it runs. With ``actionID``, which stays the same for all
    /// attempts, a handler recognises a repetition, and can pass it on to a service that takes such
    /// keys.
    public var actionKey: String? {
        launch.state.withLock { state in
            state.machine.currentAction(of: index).flatMap { state.payloads[$0]?.key }
        }
    }

    /// The number of this attempt, from 1; of a launch action those of earlier launches count.
    ///
    /// The number is the operation's own: in each attempt of a group that is tried again it begins
    /// anew at 1; see ``groupAttempt``.
    public var attempt: Int { launch.answer { $0.attempt(of: index) } }

    /// The number of the running attempt of the group that the operation is in, from 1.
    ///
    /// In groups within one another, the innermost one with a retry counts; 1 where there is none.
    public var groupAttempt: Int { launch.answer { $0.groupAttempt(of: index) } }

    /// The body was asked to give up: its time has passed, or the launch stops.
    ///
    /// For bodies that do not suspend; others also see `Task.isCancelled`.
    public var isCancelled: Bool {
        let launch = launch
        return launch.cancellations.load(ordering: .acquiring) > 0
            && launch.answer { $0.isCancelled(call, of: index) }
    }

    /// Adds operations to the launch while this operation runs.
    ///
    /// If this operation is in a group, they are added to the group, which then ends only after
    /// them.
    ///
    /// An operation that the handler of a launch action adds belongs to the handler's attempt: it
    /// has at least the priority of the kind, a stop and a reload leave it alone as long as the
    /// handler, and it is asked to give up when the attempt ends otherwise than done. After that it
    /// is the launch's own. A retry adds its operations anew; none of them are stored.
    ///
    /// - Returns: What `declare` returns.
    /// - Throws: ``AddingRefusal``, and what `declare` throws.
    @discardableResult
    public func add<Declared>(_ declare: (inout Plan) throws -> Declared) throws -> Declared {
        try launch.add(declare, by: index) { $0.group(around: index) }
    }
}
