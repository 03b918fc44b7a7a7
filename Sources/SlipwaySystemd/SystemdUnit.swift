internal import Glibc

/// The unit that a process belongs to, as its control group says: no process can choose another.
package enum SystemdUnit: Hashable, Sendable {
    /// A unit of the system's manager.
    case system(String)
    /// A unit of a user's manager.
    case user(String)

    /// The unit of this process; `nil` if it has none, as in a container.
    ///
    /// libsystemd's sd_pid_get_unit(3) compares with the first process, which a hardened unit cannot
    /// see.
    package static let own: SystemdUnit? = read("/proc/self/cgroup").flatMap {
        SystemdUnit(controlGroups: $0)
    }

    /// Finds the unit in the text of `/proc/PID/cgroup`; `nil` if there is none.
    package init?(controlGroups text: String) {
        // systemd uses the unified hierarchy, or the one of its name; both may be there.
        let units = text.split(separator: "\n").compactMap { line -> SystemdUnit? in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            let isKept = parts.count == 3 && ["", "name=systemd"].contains(parts[1])
            return isKept ? SystemdUnit(path: parts[2]) : nil
        }
        guard let unit = units.first else { return nil }
        self = unit
    }

    private init?(path: Substring) {
        // Slices are around units. systemd puts '_' before a name that could be a kernel file's.
        let units = path.split(separator: "/").filter { !$0.hasSuffix(".slice") }
            .map { $0.hasPrefix("_") ? String($0.dropFirst()) : String($0) }
        guard let first = units.first, Self.isUnit(first) else { return nil }
        guard first.hasPrefix("user@"), first.hasSuffix(".service") else {
            self = .system(first)
            return
        }
        guard let second = units.dropFirst().first, Self.isUnit(second) else { return nil }
        self = .user(second)
    }

    private static func isUnit(_ name: String) -> Bool {
        name.hasSuffix(".service") || name.hasSuffix(".scope")
    }

    private static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16384)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
