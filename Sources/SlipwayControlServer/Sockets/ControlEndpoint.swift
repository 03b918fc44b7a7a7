internal import Glibc
internal import SlipwaySystem

/// The place at which a ``ControlServer`` listens.
package enum ControlEndpoint: Hashable, Sendable {
    /// A listening Unix stream socket from systemd: served, and never unlinked. The server owns the
    /// descriptor, unless it cannot start.
    case inherited(Int32)
    /// A path that the server binds with that mode and removes again. A lock file beside it, with
    /// `.lock` appended to the name, keeps a second daemon away.
    case path(String, mode: UInt32 = 0o660)

    /// The path of the socket; `nil` when it cannot be found out.
    package var name: String? {
        switch self {
        case .path(let path, _): path
        case .inherited(let descriptor): SocketAddress.path(of: descriptor)
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
