/// Why a launch does not take an action.
public enum SubmitRefusal: Error, Hashable, Sendable {
    /// The launch is stopping; send it to the next one.
    case stopping
    /// The launch has ended; send it to the next one.
    case ended
    /// An operation that the kind requires did not succeed, or the launch as a whole failed
    /// (`operation` is `nil`); nothing of this kind will run in this launch.
    case launchFailed(operation: String?, message: String)
    /// So many actions of this kind wait already; try again when some have run.
    case queueFull(limit: Int)
    /// So many actions of this kind and this sender wait already, which is all that one sender may
    /// have of the `limit` slots; try again when some have run.
    case shareFull(share: Int, limit: Int)
    /// An action with this identity was submitted before.
    case duplicateID(ActionID)
    /// An action with the same unique key has not ended: it counts in place of a new one.
    case alreadyOpen(ActionID)
    /// The kind was made by another plan.
    case foreignKind(String)
}

extension SubmitRefusal: CustomStringConvertible {
    /// The fault and the remedy, in one line.
    public var description: String {
        switch self {
        case .stopping:
            "cannot take a launch action: the launch is stopping; send it to the next launch"
        case .ended: "cannot take a launch action: the launch has ended; send it to the next launch"
        case .launchFailed(let operation?, let message):
            "cannot take a launch action: '\(operation)', which its kind requires, did not "
                + "succeed: \(message)"
        case .launchFailed(nil, let message):
            "cannot take a launch action: the launch failed: \(message)"
        case .queueFull(let limit):
            "cannot take a launch action: \(limit) of its kind wait already; try again later"
        case .shareFull(let share, let limit):
            "cannot take a launch action: \(share) of its kind and sender wait already, which is "
                + "one sender's share of the \(limit) slots; try again later"
        case .duplicateID(let id):
            "cannot take a launch action: '\(id)' was submitted before; use another identity"
        case .alreadyOpen(let id):
            "cannot take a launch action: '\(id)', which has the same unique key, has not ended"
        case .foreignKind(let name):
            "cannot take a launch action: kind '\(name)' belongs to another plan"
        }
    }
}
