internal import Glibc

/// A child and all processes that it started.
///
/// A child leads a session. A process that made its own session and lost its parent is this process's
/// child, as orphans are (see ``Orphans``), and is known by its mark.
struct ProcessTree: Hashable {
    /// The child, and the number of its session.
    let leader: pid_t
    /// The mark that all its processes have; `nil` if it could not get one.
    let mark: TreeMark?
    /// The control group that the child was started in; `nil` if it has none of its own.
    ///
    /// All that the child started is there, but for processes that have moved elsewhere.
    var group: ControlGroup?
    /// The child was reaped.
    ///
    /// The child's number means its session while that has processes, and then the kernel may give
    /// it to any process.
    var isReaped = false

    /// Tells whether a process is of the tree; `nil` if that is unknown, as of one that has ended.
    func contains(_ pid: pid_t) -> Bool? {
        guard pid > 0 else { return nil }
        if isReaped ? isLeft(pid) : pid == leader || getsid(pid) == leader { return true }
        if let group, group.contains(pid) == true { return true }
        let owner = TreeMark.owner(of: pid)
        if let mark, owner == .child(mark) { return true }
        // The process may have another limit than it inherited.
        if descends(pid) { return true }
        return owner == .unknown || mark == nil ? nil : false
    }

    /// Tells whether a process is in the session of a leader that has ended.
    private func isLeft(_ pid: pid_t) -> Bool {
        getsid(pid) == leader && kill(leader, 0) != 0 && errno == ESRCH
    }

    /// Tells whether a process descends from the leader by living parents.
    private func descends(_ pid: pid_t) -> Bool {
        guard !isReaped else { return false }
        for ancestor in ProcessEntry.ancestors(of: pid) {
            if ancestor == leader { return true }
            guard ancestor > 1, ancestor != getpid() else { return false }
        }
        return false
    }

    /// Finds the processes of the tree that have not ended.
    ///
    /// - Parameters:
    ///   - look: The processes of the machine.
    ///   - withSession: Whether the leader's number still means the leader and its session; once
    ///     both are gone, the kernel may give the number to another process.
    ///   - known: Processes that were in the tree before: one that made its own session and has lost
    ///     its parent since is still in it.
    /// - Returns: The processes, by number.
    func members(
        in look: ProcessLook,
        withSession: Bool,
        known: [ProcessEntry] = []
    ) -> [ProcessEntry] {
        let orphans = mark.flatMap { look.orphans[$0] } ?? []
        let session = withSession ? session(in: look) : []
        let before = known.filter { look.table.process($0.pid)?.startTime == $0.startTime }
        return look.table.trees(from: session + orphans + before.map(\.pid))
    }

    /// A process that the leader has left behind as it exited; `nil` if none is seen.
    ///
    /// Such a process is a child of this one by then, as orphans are: only those are looked at, and
    /// the processes of the control group.
    ///
    /// - Parameter children: The processes that this process started itself.
    /// - Returns: Its number.
    func leftBehind(besides children: Set<pid_t>) -> pid_t? {
        guard isReaped else { return nil }
        if let member = membersOfGroup()?.first { return member.pid }
        return ProcessFile.children.first { pid in
            guard !children.contains(pid), contains(pid) == true,
                let line = ProcessFile.read("stat", of: pid), let entry = ProcessEntry(line)
            else { return false }
            return !entry.isZombie
        }
    }

    /// The processes in the control group, by number; `nil` if there is none, or it cannot be read.
    func membersOfGroup() -> [ProcessEntry]? {
        guard let members = try? group?.members() else { return nil }
        return members.compactMap { pid in
            if let line = ProcessFile.read("stat", of: pid), let entry = ProcessEntry(line) {
                return entry.isZombie ? nil : entry
            }
            // A unit may hide processes of other users.
            guard kill(pid, 0) == 0 || errno == EPERM else { return nil }
            return ProcessEntry(pid: pid, parent: 0, group: 0, session: 0, isZombie: false)
        }
    }

    /// Tells whether the leader or a process of its session exists, zombies included.
    func hasSession(in look: ProcessLook) -> Bool {
        session(in: look).contains { look.table.process($0) != nil }
    }

    /// The leader, if it was not reaped, and the members of its session.
    private func session(in look: ProcessLook) -> [pid_t] {
        let members = look.table.members(ofSession: leader)
        guard isReaped else { return [leader] + members }
        // A process with the leader's number is another one.
        return look.table.process(leader) == nil ? members : []
    }
}

/// The processes at one moment, and the orphans of each tree: read once for all trees.
struct ProcessLook {
    let table: ProcessTable
    /// The orphans of each tree, by its mark.
    let orphans: [TreeMark: [pid_t]]

    /// Reads the marks of orphans.
    ///
    /// - Parameters:
    ///   - table: The processes.
    ///   - children: The processes that this process started itself: none of them is an orphan.
    init(_ table: ProcessTable, besides children: Set<pid_t>) {
        var orphans: [TreeMark: [pid_t]] = [:]
        for pid in table.children(of: getpid()) where !children.contains(pid) {
            guard case .child(let mark) = TreeMark.owner(of: pid) else { continue }
            orphans[mark, default: []].append(pid)
        }
        self.init(table, orphans: orphans)
    }

    init(_ table: ProcessTable, orphans: [TreeMark: [pid_t]]) {
        self.table = table
        self.orphans = orphans
    }

    /// All descendants of this process, by number.
    var descendants: [ProcessEntry] {
        table.trees(from: table.children(of: getpid()))
    }
}
