/// Why a launch does not take further operations.
public enum AddingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something is wrong with the operations, or with what they depend on.
    case faults(GraphFaults)
    /// The launch is stopping.
    case stopping
    /// The launch has ended.
    case ended
    /// The group that the operations were to be added to has ended.
    case groupEnded(String)
    /// There is no such group; `nearest` is one that is spelled almost the same.
    case unknownGroup(String, nearest: String?)
    /// The handle of the group is of another plan, or the group was let go of.
    case foreignGroup
    /// The operations are added by a handler of this kind of launch action whose attempt is over:
    /// the handler was asked to give up, or has returned.
    case attemptEnded(String)
    /// The plan of the operations sets what belongs to the launch: any of `name`, `deadline`,
    /// `grace` and `drain`.
    case settings([String])
    /// The closure that declares the operations put another plan in place of the one that it got.
    case replacedPlan

    /// The fault and the remedy.
    public var description: String {
        switch self {
        case .faults(let faults): faults.description
        case .stopping: "cannot add operations: the launch is stopping"
        case .ended: "cannot add operations: the launch has ended"
        case .groupEnded(let name):
            "cannot add operations: group '\(name)' has ended; add them while one of its operations "
                + "runs"
        case .unknownGroup(let name, let nearest):
            "cannot add operations: '\(name)' is not a group"
                + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .foreignGroup:
            "cannot add operations: the launch does not have the group of this handle, or has let it go"
        case .attemptEnded(let kind):
            "cannot add operations: the attempt of '\(kind)' that adds them has ended; add them before its "
                + "handler returns, and not once it was asked to give up"
        case .settings(let names):
            "cannot add operations: their plan sets "
                + names.map { "'\($0)'" }.joined(separator: ", ")
                + ", which a launch has from the plan that it runs; set it there"
        case .replacedPlan:
            "cannot add operations: their closure replaces the plan that it gets by another one; "
                + "add to the plan that it gets"
        }
    }
}
