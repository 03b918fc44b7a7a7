package import Slipway

/// The words in which a ``FollowMachine`` and its shell speak.
extension FollowMachine {
    /// The next thing to do.
    package enum Step: Hashable, Sendable {
        /// To connect and to make the call: to send the action, to ask for it, or to look at the
        /// launch. Or, if there is one, to ask for the action ``followed``.
        case call
        /// To ask the manager about the service; see ``managerSaid(_:at:)``.
        case askManager
        case sleep(until: Instant)
        /// To do nothing more.
        case end(End)
    }

    /// The end of all calls.
    package enum End: Hashable, Sendable {
        /// The last answer is the result.
        case answered
        /// The last answer is the result, though what was waited for has not come; with the reason
        /// if it is known.
        case waited(String?)
        /// The error of the last call is the result.
        case refused
        /// The service took the call, and did not answer in time.
        case late
        /// The service did not come back; with what is known of the action.
        case away(Fate)
    }

    /// The known facts about an action whose service is away.
    package enum Fate: Hashable, Sendable {
        /// No service has taken the action.
        case notTaken
        /// A service went away that may have taken the action.
        case unknown
        /// A service has taken the action, and stored it.
        case stored(ActionID)
        /// A service has taken the action in memory only: the action is lost with its process.
        case inMemory(ActionID)
    }

    /// News for a waiting caller, once for each change.
    package enum News: Hashable, Sendable {
        /// The call failed, and is made again.
        case again
        /// The service that had this action went away; the action is sent again with its key.
        case sendsAgain(ActionID, ActionPolicy.Durability)
        /// The service that has this action on disk is away; its next launch is waited for.
        case awaits(ActionID, Trouble)
        /// The service went away.
        case gone
        /// The service is back.
        case back
        /// The manager has said something new; see ``managerSaid(_:at:)``.
        case manager
    }

    /// The manager's view of a service that is not there.
    package enum Outlook: Hashable, Sendable {
        /// The manager does not start the service now, or tells nothing.
        case unknown
        case starting, restarting
        /// The manager has given the service up.
        case never
    }
}
