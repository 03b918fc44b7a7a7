import Foundation
import SlipwayTestSupport
import Testing

/// A process, as in /proc; see proc_pid_stat(5).
struct ObservedProcess: Hashable {
    let pid: Int32
    let parent: Int32
    /// It has ended without being reaped.
    let isZombie: Bool
    /// Its CPU time.
    let cpuTime: Duration

    /// Reads a process; `nil` if there is none.
    init?(_ pid: Int32) {
        // The name may contain any character, and ends at the last parenthesis.
        guard let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = line.lastIndex(of: ")")
        else { return nil }
        let fields = line[end...].split(separator: " ").dropFirst()
        guard fields.count > 17, let parent = Int32(fields[fields.startIndex + 1]),
            let user = Int(fields[fields.startIndex + 11]),
            let system = Int(fields[fields.startIndex + 12]),
            let threads = Int(fields[fields.startIndex + 17])
        else { return nil }
        self.pid = pid
        self.parent = parent
        // Its first thread may have ended before the others, which still hold its files.
        isZombie = fields[fields.startIndex] == "Z" && threads <= 1
        // In hundredths of a second, on every Linux.
        cpuTime = .milliseconds((user + system) * 10)
    }

    /// The children of a process, zombies included.
    static func children(of pid: Int32) throws -> [ObservedProcess] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc")
            .compactMap { Int32($0).flatMap { ObservedProcess($0) } }
            .filter { $0.parent == pid }
    }

    /// The soft and the hard limit of a process; `name` as in /proc/PID/limits.
    static func limit(_ name: String, of pid: Int32) throws -> (soft: Substring, hard: Substring) {
        let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(name) })
        let fields = line.dropFirst(name.count).split(separator: " ")
        try #require(fields.count >= 2)
        return (fields[0], fields[1])
    }
}

/// Tells whether a process runs; a zombie does not.
func isRunning(_ pid: Int32) -> Bool { ObservedProcess(pid)?.isZombie == false }

/// The processes whose numbers a script wrote into a file of a folder, once they are there.
func processes(_ name: String = "pids", in folder: TemporaryFolder) async throws -> [Int32] {
    try await eventually("a script wrote '\(name)'") {
        // A shell makes the file before its command writes into it.
        (try? folder.read(name))?.hasSuffix("\n") == true
    }
    return try folder.read(name).split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
}
