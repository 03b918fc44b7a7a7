internal import Glibc

/// Where a ``ControlServer`` listens.
package enum ControlEndpoint: Hashable, Sendable {
    /// A listening Unix stream socket from systemd: served, and never unlinked. The server owns the
    /// descriptor, unless it cannot start.
    case inherited(Int32)
    /// A path that the server binds with that mode and removes again. A lock file beside it, with
    /// `.lock` appended to the name, keeps a second daemon away.
    case path(String, mode: UInt32 = 0o660)

    /// The path of the socket; `nil` when it cannot be found out.
    package var name: String? {
        let descriptor: Int32
        switch self {
        case .path(let path, _): return path
        case .inherited(let inherited): descriptor = inherited
        }
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            let result = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
            let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
            guard result == 0, pointer.pointee.sun_family == AF_UNIX, Int(size) > start else {
                return nil
            }
            let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(size)).dropFirst(start)
            let path = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            return path.isEmpty ? nil : path
        }
    }

    /// The group whose members may connect; `nil` for none, or when it cannot be found out.
    package var group: UInt32? {
        if case .path(_, let mode) = self { return Self.isForGroup(mode) ? getegid() : nil }
        var status = stat()
        guard let name, stat(name, &status) == 0 else { return nil }
        return Self.isForGroup(status.st_mode) ? status.st_gid : nil
    }

    /// Connecting needs the right to write.
    private static func isForGroup(_ mode: UInt32) -> Bool { mode & 0o020 != 0 }
}
