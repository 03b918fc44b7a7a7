package import Slipway

/// The words in which a ``FollowMachine`` and its shell speak.
extension FollowMachine {
    /// The next thing to do.
    package enum Step: Hashable, Sendable {
        /// To connect and to make the call: to send the action, to ask or to look; or to ask for the action
        /// ``followed``.
        case call
        /// To ask the manager what it makes of the service; see ``managerSaid(_:at:)``.
        case askManager
        case sleep(until: Instant)
        /// Nothing more.
        case end(End)
    }

    /// The end of all calls.
    package enum End: Hashable, Sendable {
        /// The last answer says all.
        case answered
        /// The last answer stands, and none came after it, for a reason if one is known.
        case waited(String?)
        /// The error of the last call stands.
        case refused
        /// The service took the call, and did not answer in time.
        case late
        /// The service did not come back; what is known of the action.
        case away(Fate)
    }

    /// What is known of an action whose service is away.
    package enum Fate: Hashable, Sendable {
        /// No service has taken it.
        case notTaken
        /// A service went away that may have taken it.
        case unknown
        /// It was taken, and is stored.
        case stored(ActionID)
        /// It was taken, and is lost with the process that had it.
        case inMemory(ActionID)
    }

    /// News for who waits, once for each change.
    package enum News: Hashable, Sendable {
        /// The call failed, and is made again.
        case again
        /// The service went away that had this action, which is sent again with its key.
        case sendsAgain(ActionID, ActionPolicy.Durability)
        /// The service is away that has this action on disk, and its next launch is waited for.
        case awaits(ActionID, Trouble)
        /// The service went away.
        case gone
        /// The service is back.
        case back
        /// The manager has said something new; see ``managerSaid(_:at:)``.
        case manager
    }

    /// What the manager makes of a service that is not there.
    package enum Outlook: Hashable, Sendable {
        /// It does not start it now, or nobody knows.
        case unknown
        case starting, restarting
        /// It has given the service up.
        case never
    }
}
