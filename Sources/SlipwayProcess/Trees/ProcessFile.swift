internal import Glibc

/// Files of /proc about one process.
enum ProcessFile {
    /// Reads a file of at most 4 KiB; `nil` if there is none, or for lack of descriptors.
    static func read(_ name: String, of pid: pid_t) -> [UInt8]? {
        let descriptor = open("/proc/\(pid)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : nil
    }
}
