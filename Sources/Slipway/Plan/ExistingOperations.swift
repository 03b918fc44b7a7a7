/// What a running launch tells about itself when operations are added to it.
///
/// Nodes are those of the launch: its graph's, and those of earlier additions.
///
/// Objects, since each check has a place for one, and to copy a place for anything a process first
/// has to make a type, some 10,000 instructions of its first check.
protocol ExistingOperations: AnyObject {
    /// The node of the operation, or where the group of this name ends.
    func node(named name: String) -> Int?
    /// The node of a handle of the launch's plan, or of an earlier addition; `nil` for any other.
    func node(of operation: OperationID) -> Int?
    func name(of node: Int) -> String
    func origin(of node: Int) -> Origin
    /// Whether it may end without a value and the launch goes on: it, or a group that it is in, is
    /// optional, and it has no fallback.
    func isOptional(_ node: Int) -> Bool
    /// When it is due; `launch` for all once the launch is ready.
    func stage(of node: Int) -> Stage
    /// What a node that has not ended depends on; empty for those that have.
    func pendingDependencies(of node: Int) -> [Int]
    /// The locks that a node still has to take; empty for those that have ended or hold theirs.
    func pendingLocks(of node: Int) -> [Int32]

    /// All names, to advise on misspelt ones.
    var names: [String] { get }
    var lanes: [Graph.Lane] { get }
    /// The locks by number.
    var locks: [Lock] { get }
    /// The locks that are taken while others are held, as far as it is known.
    var lockSteps: [LockStep] { get }
    /// Where the groups around the addition end; empty outside of groups.
    var endsAround: [Int] { get }
    /// What the groups around the addition hold, with the group's name; empty outside of groups.
    var heldAround: [(lock: Int32, group: String)] { get }
}

extension ExistingOperations {
    var lockSteps: [LockStep] { [] }
    var endsAround: [Int] { [] }
    var heldAround: [(lock: Int32, group: String)] { [] }
    func pendingDependencies(of node: Int) -> [Int] { [] }
    func pendingLocks(of node: Int) -> [Int32] { [] }
}
