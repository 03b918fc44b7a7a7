internal import CSlipwayProcess
internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// The control group that was given to this service, to make further ones in it.
///
/// Systemd marks the group of a unit that has `Delegate=yes`; in a container the root of all groups
/// that can be seen counts as given. No other group is touched: without a mark a group belongs to
/// the program that made it.
struct DelegatedGroup: Hashable, Sendable {
    /// Why the service has no such group.
    enum Lack: Error, Hashable {
        case noHierarchy
        case notDelegated
        case readOnly
        /// Another daemon has started this one, and has the group.
        case belowAnother
        /// Another daemon that runs has its children's groups there.
        case taken
        /// Processes that are not the service's are in the group.
        case shared(with: pid_t)
        case cannot(String, ErrorNumber)
    }

    let group: ControlGroup
    /// The group below it in which this process is.
    let own: ControlGroup

    /// The folder in which the kernel shows the groups.
    static let mountPoint = "/sys/fs/cgroup"
    /// The name of the group for this process, and for its children without a group of their own.
    ///
    /// In a group that limits the groups in it there may be no process.
    static let ownName = "slipwayd"
    /// Systemd's marks of a group that was given away; the second one only root can read.
    private static let marks = ["user.delegate", "trusted.delegate"]

    /// Finds the group that was given to this service; nothing is changed.
    ///
    /// - Parameters:
    ///   - mountPoint: Where the groups are.
    ///   - groups: The text of `/proc/self/cgroup`; `nil` if it cannot be read.
    ///   - isMarked: Whether a folder has the mark.
    /// - Returns: The group that was given away, and the one in it for this process.
    /// - Throws: Why there is none.
    static func find(
        in mountPoint: String = mountPoint,
        groups: String? = ownGroups,
        isMarked: (String) -> Bool = isMarked
    ) throws(Lack) -> DelegatedGroup {
        guard let name = groups.flatMap(ControlGroup.name) else { throw .noHierarchy }
        let path = name == "/" ? mountPoint : mountPoint + name
        let here = ControlGroup(path: path, name: name)
        guard access("\(path)/cgroup.controllers", F_OK) == 0 else { throw .noHierarchy }
        if isMarked(path) { return DelegatedGroup(group: here, own: here.child(ownName)) }
        // The machine's root group has no such file; the root group of a container has.
        if name == "/", access("\(path)/cgroup.events", F_OK) == 0 {
            return DelegatedGroup(group: here, own: here.child(ownName))
        }
        // A later systemd puts the process into a group of its own at once (DelegateSubgroup=).
        if let above = above(here, at: mountPoint), isMarked(above.path) {
            return DelegatedGroup(group: above, own: here)
        }
        throw .notDelegated
    }

    /// The group around another one; `nil` if that is a unit's, or that of a child of another
    /// daemon.
    private static func above(_ group: ControlGroup, at mountPoint: String) -> ControlGroup? {
        let words = group.name.split(separator: "/")
        let units = [".service", ".scope", ".slice", ".socket", ".mount", ".swap"]
        guard words.count > 1, let last = words.last, !units.contains(where: last.hasSuffix),
            !isOfChild(String(last))
        else { return nil }
        let name = "/" + words.dropLast().joined(separator: "/")
        return ControlGroup(path: mountPoint + name, name: name)
    }

    static var ownGroups: String? {
        (try? SmallFile.bytes(of: "/proc/self/cgroup", limit: 1 << 16)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    static func isMarked(_ path: String) -> Bool {
        marks.contains { slipway_has_attribute(path, $0) }
    }

    // MARK: Making it ours

    /// Moves this process, and what else is there of the service, into a group of its own, and has the
    /// kernel count and limit in the groups beside it.
    ///
    /// - Throws: Why no groups can be made.
    func begin() throws(Lack) {
        // A container may show the groups and not let them be changed.
        guard access(group.path, W_OK) == 0 else {
            if errno == EROFS { throw .readOnly }
            throw .cannot("write to '\(group.path)'", .current)
        }
        do throws(ErrorNumber) {
            try own.make()
        } catch {
            guard error.rawValue == EEXIST else { throw .cannot("make '\(own.path)'", error) }
        }
        try take()
        try moveIn()
        // Memory and tasks are counted for the status; the processors are shared among groups only
        // where that is asked for.
        enable(["memory", "pids"])
    }

    /// Sees to it that only one daemon at a time has its children's groups here: another one would
    /// end them as left by an earlier run.
    ///
    /// The kernel gives the lock back when this process ends. Only a user who may move processes
    /// can open the file, and so lock it.
    private func take() throws(Lack) {
        let path = "\(own.path)/cgroup.procs"
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannot("open '\(path)'", .current) }
        // The descriptor stays open for as long as this process lives.
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
        let isTaken = errno == EWOULDBLOCK
        close(descriptor)
        if isTaken { throw .taken }
    }

    /// The number of times that the group's processes are read: one may start another meanwhile.
    private static let rounds = 16

    private func moveIn() throws(Lack) {
        let isContainers = group.name == "/" && !Self.isMarked(group.path)
        for _ in 0..<Self.rounds {
            guard let text = group.read("cgroup.procs") else {
                throw .cannot("read the processes of '\(group.path)'", .current)
            }
            let processes = text.split(separator: "\n").compactMap { pid_t($0) }
            guard !processes.isEmpty else { return }
            // A process of another PID namespace reads as 0, and cannot be moved.
            if let other = processes.first(where: { $0 == 0 || isContainers && !Self.isOurs($0) }) {
                throw .shared(with: other)
            }
            for pid in processes {
                guard let error = own.write("\(pid)", to: "cgroup.procs") else { continue }
                // The process may have ended.
                if error.rawValue != ESRCH { throw .cannot("move into '\(own.path)'", error) }
            }
        }
    }

    /// Tells whether a process is this one, one above it, such as its reaper, or one below it.
    private static func isOurs(_ pid: pid_t) -> Bool {
        let own = getpid()
        return pid == own || ProcessEntry.ancestors(of: own).contains(pid)
            || ProcessEntry.ancestors(of: pid).contains(own)
    }

    /// The kernel's controllers that can limit what is in its groups.
    var controllers: Set<String> { Self.words(group.read("cgroup.controllers")) }

    /// Enables controllers for the groups in this one, as far as the kernel has them.
    ///
    /// - Returns: The controllers that are enabled now; `controllers` if none had to be enabled.
    @discardableResult
    func enable(_ controllers: Set<String>) -> Set<String> {
        let missing = controllers.subtracting(enabled).intersection(self.controllers)
        // One after the other: a controller that fails must not keep the others away.
        for controller in missing.sorted() {
            _ = group.write("+\(controller)", to: "cgroup.subtree_control")
        }
        return missing.isEmpty ? controllers : enabled
    }

    private var enabled: Set<String> { Self.words(group.read("cgroup.subtree_control")) }

    private static func words(_ text: String?) -> Set<String> {
        Set((text ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
    }

    // MARK: Groups of earlier runs

    /// The interval between two looks, in microseconds.
    private static let interval: UInt32 = 5_000

    /// Ends what a daemon that was killed has left in its groups, and removes them; blocks until they are
    /// gone, or for some seconds.
    ///
    /// - Returns: The names of those that had processes, and of those that could not be removed.
    /// - Throws: The groups cannot be listed.
    func removeFormer() throws(ErrorNumber) -> (ended: [String], left: [String]) {
        let names = try ControlGroup.folders(in: group.path).filter(Self.isOfChild).sorted()
        // Usually there is no such group.
        guard !names.isEmpty else { return ([], []) }
        let ended = names.filter { group.child($0).isPopulated == true }
        let limit = Instant.now.advanced(by: TreeEnding.patience)
        var left = names
        while !left.isEmpty {
            for former in left.map(group.child) where former.isPopulated == true {
                former.kill()
                for pid in (try? former.members()) ?? [] { Glibc.kill(pid, SIGKILL) }
            }
            left = left.filter { !group.child($0).remove() }
            guard !left.isEmpty, Instant.now < limit else { break }
            usleep(Self.interval)
        }
        return (ended, left)
    }

    /// Calls ``removeFormer()``, and returns remarks about it for the journal.
    func endFormer() -> [String] {
        do throws(ErrorNumber) {
            let (ended, left) = try removeFormer()
            var remarks: [String] = []
            if !ended.isEmpty {
                remarks.append(
                    "ended what an earlier run had left in \(ended.joined(separator: ", "))"
                )
            }
            if !left.isEmpty {
                remarks.append(
                    "cannot remove control groups of an earlier run: \(left.joined(separator: ", "))"
                )
            }
            return remarks
        } catch {
            return [
                "cannot end what an earlier run may have left in control groups: cannot read "
                    + "'\(group.path)': \(error)"
            ]
        }
    }

    /// The name of the group of a child.
    ///
    /// - Parameters:
    ///   - kind: What the child is.
    ///   - name: The operation or the kind of action.
    ///   - number: Another number for each child.
    /// - Returns: Such as `program-web-1`.
    static func name(_ kind: GroupRequest.Kind, _ name: String, _ number: Int) -> String {
        "\(kind.rawValue)-\(name)-\(number)"
    }

    private static func isOfChild(_ name: String) -> Bool {
        GroupRequest.Kind.allCases.contains { name.hasPrefix("\($0.rawValue)-") }
    }
}

extension DelegatedGroup.Lack: CustomStringConvertible {
    /// Why, and what to do, without a full stop.
    var description: String {
        switch self {
        case .noHierarchy:
            "this machine has no unified hierarchy of control groups (cgroup v2) at "
                + DelegatedGroup.mountPoint
        case .notDelegated:
            "the service's control group is not delegated to it; its unit needs Delegate=yes and "
                + "ProtectControlGroups=no"
        case .readOnly:
            "the service's control group is read-only; its unit needs ProtectControlGroups=no, and a "
                + "container a writable \(DelegatedGroup.mountPoint)"
        case .belowAnother:
            "another slipwayd has started this one, and has the control group that was delegated"
        case .taken:
            "another slipwayd of the same service has its programs' control groups; each needs a unit of "
                + "its own"
        case .shared(with: 0):
            "the service shares its control group with processes of another PID namespace"
        case .shared(let pid):
            "the service shares its control group with other processes, such as \(pid)"
        case .cannot(let what, let error): "cannot \(what): \(error)"
        }
    }
}
