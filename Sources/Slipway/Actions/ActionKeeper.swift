/// Stores the actions of a launch, some of them so that they outlive it.
package protocol ActionKeeper: Sendable {
    /// There is a store that outlives the process, at present or soon.
    var isDurable: Bool { get }

    /// Stores a change, in the order of the calls.
    ///
    /// Called while the launch holds its lock: it must neither block nor call the launch. The
    /// answer is given with ``Launch/kept(_:_:payload:)``, from any thread.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - times: The action's times, as far as they are known by then; of an attempt that is about to
    ///     begin, with the instant at which that was decided.
    ///   - launchID: The launch whose change it is, and that is told.
    func keep(_ change: ActionChange, _ times: ActionTimes, for launchID: String)

    /// Stores the answer of an action's handler to its sender, in place of an earlier one.
    ///
    /// - Throws: An error if the answer cannot be encoded, or is too long.
    func keep(answer: some Encodable, of id: ActionID) throws
}

/// The answer to a change that was to be stored.
package enum KeepingAnswer: Hashable, Sendable {
    /// The change is stored as safely as it has to be.
    case stored
    /// The action is not new: the same user, kind, key and payload were accepted before, as this
    /// action, which has this durability.
    case duplicate(ActionID, ActionPolicy.Durability)
    /// The same user, kind and key were accepted before with another payload, as this action.
    case conflict(ActionID)
    /// The action was to be the only retry of another one, of which this one is a retry already.
    case retried(ActionID)
    /// The attempt must not begin: the action ends with this state.
    case rejected(ActionStatus.State)
    /// The change is not stored: a disk is full, or there is none.
    case refused(StoreError)
    /// A new action may be stored yet, or not: a disk does not answer. Only its sender is told so.
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

    /// The answer once everything is written: nothing is stored or read any more.
    package static let closed = StoreError("the store is closed, since the service ends")
}
