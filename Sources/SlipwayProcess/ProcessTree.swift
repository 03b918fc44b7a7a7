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

    /// Its processes that have not ended, by number.
    func members(in look: ProcessLook) -> [ProcessEntry] {
        let session = look.table.members(ofSession: leader)
        return look.table.trees(from: [leader] + session + (look.orphans[mark] ?? []))
    }
}

/// What runs at one moment, and which orphans belong to which tree: read once for all trees.
struct ProcessLook {
    let table: ProcessTable
    /// The orphans of each tree, by its mark.
    let orphans: [String: [pid_t]]

    /// Looks now.
    ///
    /// - Parameter children: Those that this process started itself: none of them is an orphan.
    /// - Returns: `nil` when /proc cannot be read, as when no descriptor is left.
    static func take(besides children: Set<pid_t>) -> ProcessLook? {
        guard let table = ProcessTable.read() else { return nil }
        var environment = ProcessEnvironmentReader()
        var orphans: [String: [pid_t]] = [:]
        for pid in table.children(of: getpid()) where !children.contains(pid) {
            guard let mark = environment.value(of: ProcessTree.variable, in: pid) else { continue }
            orphans[mark, default: []].append(pid)
        }
        return ProcessLook(table: table, orphans: orphans)
    }

    /// All processes that descend from this one, by number.
    var descendants: [ProcessEntry] {
        table.trees(from: table.children(of: getpid()))
    }
}

/// Reads variables of other processes, as they were when these were started.
private struct ProcessEnvironmentReader {
    /// The kernel allows 128 KiB for each variable; a child has far less in all.
    private var bytes = [UInt8](repeating: 0, count: 256 * 1024)

    mutating func value(of variable: String, in pid: pid_t) -> String? {
        let descriptor = open("/proc/\(pid)/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var count = 0
        while count < bytes.count {
            let room = bytes.count - count
            let read = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), room)
            }
            guard read > 0 else { break }
            count += read
        }
        let name = Array("\(variable)=".utf8)
        return bytes[..<count].split(separator: 0).first { $0.starts(with: name) }
            .map { String(decoding: $0.dropFirst(name.count), as: UTF8.self) }
    }
}
