import Glibc

/// Whether of a process group only zombies are left: they hold its number until their parent
/// fetches their status, and do nothing any more.
func isOnlyZombies(_ group: pid_t) -> Bool {
    guard let directory = opendir("/proc") else { return false }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let pid = pid_t(name), let process = ProcessState(of: pid) else { continue }
        if process.group == group, !process.isZombie { return false }
    }
    return true
}

/// What /proc/PID/stat says, see proc_pid_stat(5).
private struct ProcessState {
    let group: pid_t
    let isZombie: Bool

    /// `nil` when there is no such process any more.
    init?(of pid: pid_t) {
        let descriptor = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        // The name may contain anything, and ends at the last parenthesis.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else {
            return nil
        }
        let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " "))
            .map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > 17, let group = pid_t(fields[2]) else { return nil }
        self.group = group
        // A process whose first thread has ended looks like a zombie while the others live.
        isZombie = (fields[0] == "Z" || fields[0] == "X") && (Int(fields[17]) ?? 0) <= 1
    }
}
