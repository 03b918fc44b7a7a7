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

    /// Finds its processes that have not ended.
    ///
    /// - Parameters:
    ///   - look: What runs.
    ///   - withSession: Whether the leader's number still stands for the leader and its session;
    ///     once both are gone, the kernel may give it to another process.
    /// - Returns: The processes, by number.
    func members(in look: ProcessLook, withSession: Bool) -> [ProcessEntry] {
        let orphans = look.orphans[mark] ?? []
        let session = withSession ? [leader] + look.table.members(ofSession: leader) : []
        return look.table.trees(from: session + orphans)
    }

    /// Whether the leader or any process of its session is there, be it to be reaped.
    func hasSession(in look: ProcessLook) -> Bool {
        look.table.process(leader) != nil || !look.table.members(ofSession: leader).isEmpty
    }
}

/// What runs at one moment, and which orphans belong to which tree: read once for all trees.
struct ProcessLook {
    let table: ProcessTable
    /// The orphans of each tree, by its mark.
    let orphans: [String: [pid_t]]

    /// Reads the marks of orphans.
    ///
    /// - Parameters:
    ///   - table: What runs.
    ///   - children: Those that this process started itself: none of them is an orphan.
    init(_ table: ProcessTable, besides children: Set<pid_t>) {
        var environment = ProcessEnvironmentReader()
        var orphans: [String: [pid_t]] = [:]
        for pid in table.children(of: getpid()) where !children.contains(pid) {
            guard let mark = environment.value(of: ProcessTree.variable, in: pid) else { continue }
            orphans[mark, default: []].append(pid)
        }
        self.init(table, orphans: orphans)
    }

    init(_ table: ProcessTable, orphans: [String: [pid_t]]) {
        self.table = table
        self.orphans = orphans
    }

    /// All processes that descend from this one, by number.
    var descendants: [ProcessEntry] {
        table.trees(from: table.children(of: getpid()))
    }
}

/// Reads variables of other processes, as they were when these were started.
private struct ProcessEnvironmentReader {
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// The value of a variable, however large the environment is.
    mutating func value(of variable: String, in pid: pid_t) -> String? {
        let descriptor = open("/proc/\(pid)/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let name = Array("\(variable)=".utf8)
        var bytes: [UInt8] = []
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes.split(separator: 0).first { $0.starts(with: name) }
            .map { String(decoding: $0.dropFirst(name.count), as: UTF8.self) }
    }
}
