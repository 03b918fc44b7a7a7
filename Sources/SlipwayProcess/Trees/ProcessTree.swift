internal import Glibc
internal import SlipwaySystem

/// A child and all processes that it started.
///
/// A child leads a session, and has a variable that its descendants inherit. The variable
/// identifies a process that made its own session and lost its parent, once it is this process's
/// child, as orphans are (see ``Orphans``). A process that also dropped the variable is found only
/// when everything ends.
struct ProcessTree: Hashable {
    /// The variable that identifies orphans.
    static let variable = "SLIPWAY_CHILD"

    /// The child, and the number of its session.
    let leader: pid_t
    /// The value of ``variable``; no other child of this process has it.
    let mark: String

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
        let orphans = look.orphans[mark] ?? []
        let session = withSession ? [leader] + look.table.members(ofSession: leader) : []
        let before = known.filter { look.table.process($0.pid)?.startTime == $0.startTime }
        return look.table.trees(from: session + orphans + before.map(\.pid))
    }

    /// Whether the leader or a process of its session exists, zombies included.
    func hasSession(in look: ProcessLook) -> Bool {
        look.table.process(leader) != nil || !look.table.members(ofSession: leader).isEmpty
    }
}

/// The processes at one moment, and the orphans of each tree: read once for all trees.
struct ProcessLook {
    let table: ProcessTable
    /// The orphans of each tree, by its mark.
    let orphans: [String: [pid_t]]
    /// Whether it is unknown to which tree an orphan belongs; the next look may tell.
    let hasUnknownOrphans: Bool

    /// Reads the marks of orphans.
    ///
    /// - Parameters:
    ///   - table: The processes.
    ///   - children: The processes that this process started itself: none of them is an orphan.
    init(_ table: ProcessTable, besides children: Set<pid_t>) {
        var environment = ProcessEnvironmentReader()
        var orphans: [String: [pid_t]] = [:]
        var hasUnknownOrphans = false
        for pid in table.children(of: getpid()) where !children.contains(pid) {
            guard let process = table.process(pid), !process.isZombie, !process.hasNoVariables
            else { continue }
            switch environment.value(of: ProcessTree.variable, in: pid) {
            case .found(let mark): orphans[mark, default: []].append(pid)
            case .absent: continue
            case .unknown: hasUnknownOrphans = true
            }
        }
        self.init(table, orphans: orphans, hasUnknownOrphans: hasUnknownOrphans)
    }

    init(_ table: ProcessTable, orphans: [String: [pid_t]], hasUnknownOrphans: Bool = false) {
        self.table = table
        self.orphans = orphans
        self.hasUnknownOrphans = hasUnknownOrphans
    }

    /// All descendants of this process, by number.
    var descendants: [ProcessEntry] {
        table.trees(from: table.children(of: getpid()))
    }
}

/// Reads variables of other processes, as they were at their start.
private struct ProcessEnvironmentReader {
    /// What is known of a variable.
    enum Value {
        case found(String)
        /// The process does not have the variable, or may not be read.
        case absent
        /// It cannot be read at this moment.
        case unknown
    }

    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// The value of a variable in an environment of any size that is not empty.
    mutating func value(of variable: String, in pid: pid_t) -> Value {
        let descriptor = open("/proc/\(pid)/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            return ErrorNumber.current.isShortage ? .unknown : .absent
        }
        defer { close(descriptor) }
        let name = Array("\(variable)=".utf8)
        var bytes: [UInt8] = []
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        // In the middle of an exec the kernel shows none.
        guard !bytes.isEmpty else { return .unknown }
        guard let entry = bytes.split(separator: 0).first(where: { $0.starts(with: name) }) else {
            return .absent
        }
        return .found(String(decoding: entry.dropFirst(name.count), as: UTF8.self))
    }
}
