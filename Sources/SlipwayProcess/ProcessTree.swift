internal import Glibc

/// Everything that a child has started, and the child itself.
///
/// A child leads a session, and carries a variable that its descendants inherit: a process that
/// made a session of its own and lost its parent is known by it, once it is this process's child,
/// as orphans are (see ``Orphans``). One that also dropped the variable is found again only when
/// everything ends.
struct ProcessTree: Hashable {
    /// The variable by which orphans are known.
    static let variable = "SLIPWAY_CHILD"

    /// The child, and the number of its session.
    let leader: pid_t
    /// The value of ``variable``, unique among all children of this process.
    let mark: String

    /// Its processes that have not ended.
    ///
    /// - Parameters:
    ///   - table: What runs.
    ///   - children: Those that this process started itself: none of them is an orphan.
    /// - Returns: The processes, by number.
    func members(in table: ProcessTable, besides children: Set<pid_t>) -> [ProcessEntry] {
        let me = getpid()
        return table.trees { entry in
            if entry.session == leader || entry.pid == leader { return true }
            guard entry.parent == me, !children.contains(entry.pid) else { return false }
            return Self.environment(of: entry.pid, has: "\(Self.variable)=\(mark)")
        }
    }

    /// All processes that descend from this one.
    static func allMembers(in table: ProcessTable) -> [ProcessEntry] {
        let me = getpid()
        return table.trees { $0.parent == me }
    }

    private static func environment(of pid: pid_t, has assignment: String) -> Bool {
        let descriptor = open("/proc/\(pid)/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // The kernel allows 128 KiB for each variable; a child has far less in all.
        var bytes = [UInt8](repeating: 0, count: 256 * 1024)
        var count = 0
        while count < bytes.count {
            let room = bytes.count - count
            let read = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), room)
            }
            guard read > 0 else { break }
            count += read
        }
        return bytes[..<count].split(separator: 0).contains { $0.elementsEqual(assignment.utf8) }
    }
}
