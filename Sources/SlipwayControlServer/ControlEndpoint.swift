internal import Glibc

/// Where a ``ControlServer`` listens.
package enum ControlEndpoint: Hashable, Sendable {
    /// A Unix stream socket that listens already, from systemd: served, and never unlinked. The
    /// server owns the descriptor, unless it cannot start.
    case inherited(Int32)
    /// A path that the server binds, with that mode, and removes again. A lock beside it, a file
    /// with `.lock` at the end of its name, keeps a second daemon away.
    case path(String, mode: UInt32 = 0o660)

    /// The group that the socket belongs to, or will; `nil` when that cannot be found out.
    package var group: UInt32? {
        guard case .inherited(let descriptor) = self else { return getegid() }
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let path = withUnsafeMutablePointer(to: &address) { pointer -> String? in
            let result = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
            let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
            guard result == 0, pointer.pointee.sun_family == AF_UNIX, Int(size) > start else {
                return nil
            }
            let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(size)).dropFirst(start)
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        var status = stat()
        guard let path, !path.isEmpty, stat(path, &status) == 0 else { return nil }
        return status.st_gid
    }
}
