internal import Glibc

/// A process, as in /proc/PID/stat; see proc_pid_stat(5).
struct ProcessEntry: Hashable {
    let pid: pid_t
    let parent: pid_t
    let group: pid_t
    let session: pid_t
    /// The process has ended without being reaped.
    let isZombie: Bool
    /// The time of its start, in clock ticks: with its number a process is like no other.
    var startTime: UInt64 = 0
}

extension ProcessEntry {
    /// Parses a line of /proc/PID/stat; `nil` for another text.
    init?(_ line: some Collection<UInt8>) {
        let line = Array(line)
        // The name may contain any character, and ends at the last parenthesis.
        guard let nameEnd = line.lastIndex(of: UInt8(ascii: ")")),
            let pid = pid_t(text(line.prefix { $0 != UInt8(ascii: " ") }))
        else { return nil }
        let fields = line[(nameEnd + 1)...].split(separator: UInt8(ascii: " ")).map(text)
        guard fields.count > 17, let parent = pid_t(fields[1]), let group = pid_t(fields[2]),
            let session = pid_t(fields[3])
        else { return nil }
        // A process whose first thread has ended looks like a zombie while its other threads live.
        let isZombie = (fields[0] == "Z" || fields[0] == "X") && (Int(fields[17]) ?? 0) <= 1
        self.init(
            pid: pid,
            parent: parent,
            group: group,
            session: session,
            isZombie: isZombie,
            startTime: fields.count > 19 ? UInt64(fields[19]) ?? 0 : 0
        )
    }
}

extension ProcessEntry {
    /// The processes above another one, its parent first, each read when it is asked for.
    ///
    /// At most 64: the chain may change while it is read.
    static func ancestors(of pid: pid_t) -> some Sequence<pid_t> {
        sequence(first: pid, next: parent).dropFirst().prefix(64)
    }

    /// The parent of a process; `nil` if that is not known, as of a process that has ended, or is
    /// the kernel.
    private static func parent(of pid: pid_t) -> pid_t? {
        guard let line = ProcessFile.read("stat", of: pid), let entry = ProcessEntry(line),
            entry.parent > 0
        else { return nil }
        return entry.parent
    }
}

private func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
}

/// The processes of the machine at one moment, as far as this user may see them.
struct ProcessTable {
    private let entries: [pid_t: ProcessEntry]
    private let children: [pid_t: [pid_t]]
    private let sessions: [pid_t: [pid_t]]

    init(_ entries: [ProcessEntry]) {
        self.entries = Dictionary(entries.map { ($0.pid, $0) }) { first, _ in first }
        children = Dictionary(grouping: entries, by: \.parent).mapValues { $0.map(\.pid) }
        sessions = Dictionary(grouping: entries, by: \.session).mapValues { $0.map(\.pid) }
    }

    /// All processes, in no order.
    var all: some Collection<ProcessEntry> { entries.values }

    /// The process with a number, if there is one.
    func process(_ pid: pid_t) -> ProcessEntry? { entries[pid] }

    func children(of parent: pid_t) -> [pid_t] { children[parent] ?? [] }

    func members(ofSession session: pid_t) -> [pid_t] { sessions[session] ?? [] }

    /// The processes with the numbers `roots` and all their descendants, by number; without
    /// zombies.
    func trees(from roots: [pid_t]) -> [ProcessEntry] {
        var found = Set<pid_t>()
        var open = roots
        while let pid = open.popLast() {
            guard found.insert(pid).inserted else { continue }
            open += children(of: pid)
        }
        return found.sorted().compactMap { entries[$0] }.filter { !$0.isZombie }
    }
}
