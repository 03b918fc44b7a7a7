internal import Glibc
internal import Slipway
internal import SlipwaySystem

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

    /// The children of this process, with its orphans: of each thread those that fit into 4 KiB;
    /// none where the kernel does not list them.
    static var children: [pid_t] {
        let threads = (try? FolderEntry.all(in: "/proc/self/task")) ?? []
        return threads.flatMap { thread in
            let list = read("task/\(thread.name)/children", of: getpid()) ?? []
            return list.split(separator: UInt8(ascii: " ")).compactMap {
                pid_t(String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// The name of a process; `nil` if it has ended.
    static func name(of pid: pid_t) -> String? {
        guard let name = read("comm", of: pid) else { return nil }
        return String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).printable
    }
}
