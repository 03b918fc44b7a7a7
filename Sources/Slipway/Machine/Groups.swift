/// The groups of a launch, by their numbers, and what is being undone before one is tried again.
struct Groups: Sendable {
    private var progress: [Int: GroupProgress] = [:]
    /// The groups whose last attempt is being undone.
    var undoing: [Int] = []
    /// The operations whose teardown was to undo an attempt and was left behind: they hold their
    /// slots and their locks until it returns.
    var leftUndoing: Set<Int> = []
    /// The operations that could not be undone: they are not tried again.
    var undoneInVain: Set<Int> = []

    subscript(group: Int) -> GroupProgress? {
        get { progress[group] }
        _modify { yield &progress[group] }
    }

    /// The numbers of all groups, ascending.
    var all: [Int] { progress.keys.sorted() }

    /// The operation that is being undone in a group; `nil` for none.
    func undone(in group: Int) -> Int? {
        guard case .undoing(let index)? = progress[group]?.failedAttempt?.state else { return nil }
        return index
    }

    /// The group in which an operation is being undone.
    func group(undoing index: Int) -> Int? { undoing.first { undone(in: $0) == index } }

    /// The failed attempt of a group goes on.
    ///
    /// - Returns: The change of the number of active calls of the launch: 1, 0 or -1.
    mutating func enter(_ state: FailedAttempt.State, _ group: Int) -> Int {
        let before = progress[group]?.failedAttempt?.state.isActive ?? false
        progress[group]?.failedAttempt?.state = state
        return (state.isActive ? 1 : 0) - (before ? 1 : 0)
    }

    /// The failed attempt of a group is over.
    mutating func endAttempt(of group: Int) {
        progress[group]?.failedAttempt = nil
        undoing.removeAll { $0 == group }
    }
}
