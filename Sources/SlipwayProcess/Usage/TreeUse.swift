internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// The use of all processes of a tree together, as /proc says; see proc_pid_stat(5).
struct TreeUse: Hashable, Sendable {
    /// The number of processes.
    var processes = 0
    /// The memory that they have in RAM, in bytes; what several of them share counts for each.
    var memory = 0
    /// The CPU time of these processes, and of those that ended and were waited for by one of them.
    var cpu = Duration.zero

    /// Nothing.
    init() {}

    /// Adds a process.
    ///
    /// - Parameters:
    ///   - line: Its line of /proc/PID/stat; another text adds nothing.
    ///   - pageSize: The bytes of a page.
    ///   - ticks: The clock ticks in a second.
    mutating func add(_ line: some Collection<UInt8>, pageSize: Int, ticks: Int) {
        let line = Array(line)
        // The name may contain any character, and ends at the last parenthesis.
        guard let nameEnd = line.lastIndex(of: UInt8(ascii: ")")) else { return }
        let fields = line[(nameEnd + 1)...].split(separator: UInt8(ascii: " ")).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? 0
        }
        guard fields.count > 21 else { return }
        processes += 1
        memory += max(fields[21], 0) * pageSize
        cpu += .seconds(fields[11...14].reduce(0, +)) / max(ticks, 1)
    }

    /// The use in the form in which it is told.
    var use: ResourceUse { ResourceUse(memory: memory, processorTime: cpu, processes: processes) }

    /// Reads what processes use now; those that have ended meanwhile add nothing.
    static func read(_ pids: [pid_t]) -> TreeUse {
        var use = TreeUse()
        let (pageSize, ticks) = (sysconf(Int32(_SC_PAGESIZE)), sysconf(Int32(_SC_CLK_TCK)))
        for pid in pids {
            guard let line = ProcessFile.read("stat", of: pid) else { continue }
            use.add(line, pageSize: pageSize, ticks: ticks)
        }
        return use
    }
}
