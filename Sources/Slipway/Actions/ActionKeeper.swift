/// Keeps the actions of a launch, some of them where they outlive it.
package protocol ActionKeeper: Sendable {
    /// There is a place that outlives the process, at present or soon.
    var isDurable: Bool { get }

    /// Keeps a change, in the order of the calls.
    ///
    /// Called while the launch holds its lock: it must neither block nor call the launch. What it
    /// came to is told with ``Launch/kept(_:_:payload:)``, from any thread.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - times: The action's times, as far as they are known by then; of an attempt that is about to
    ///     begin, with the instant at which that was decided.
    ///   - launchID: The launch whose change it is, and who is told.
    func keep(_ change: ActionChange, _ times: ActionTimes, for launchID: String)

    /// Keeps what the handler of an action answers its sender, in place of an earlier answer.
    ///
    /// - Throws: It cannot be encoded, or is too long.
    func keep(answer: some Encodable, of id: ActionID) throws
}

/// The answer to a change that was to be kept.
package enum KeepingAnswer: Hashable, Sendable {
    /// It is as safe as it has to be.
    case stored
    /// It is no new action: the same user, kind, key and payload were accepted before, as this one,
    /// which is kept there.
    case duplicate(ActionID, ActionPolicy.Durability)
    /// The same user, kind and key were accepted before with another payload, as this action.
    case conflict(ActionID)
    /// It was to be the only retry of an action, of which this one is a retry.
    case retried(ActionID)
    /// The attempt must not begin: the action ends so.
    case rejected(ActionStatus.State)
    /// It is not kept: a disk is full, or there is none.
    case refused(StoreError)
    /// A new action may be kept yet, or not: a disk does not answer. Only its sender is told so.
    case unknown(StoreError)
}

/// Why something could not be stored or read.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The failure and its reason, in one line.
    package let description: String

    /// Creates an error from its description, one line.
    package init(_ description: String) {
        self.description = description
    }

    /// Comes after everything is written: nothing is stored or read any more.
    package static let closed = StoreError("the store is closed, since the service ends")
}
