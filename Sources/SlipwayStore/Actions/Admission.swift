package import Slipway
package import SlipwayInterface

/// What became of a new action.
package enum Admission: Hashable, Sendable {
    /// It is accepted, and kept where this says.
    case accepted(Durability)
    /// The same user, kind, key and payload were accepted before, as this action.
    case duplicate(ActionID, Durability)
    /// The same user, kind and key were accepted before with another payload, as this action.
    case conflict(ActionID)
    /// It was to be the only retry of an action, of which this one is a retry.
    case retried(ActionID)
}

/// Why a new action was not accepted.
package enum AdmissionFault: Error, Hashable, Sendable {
    /// The launch does not take it.
    case refused(SubmitRefusal)
    /// It cannot be stored.
    case notStored(StoreError)
}
