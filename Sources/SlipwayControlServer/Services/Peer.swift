internal import Glibc
package import SlipwaySystem

/// The peer of a connection, as the kernel recorded it at connect time (SO_PEERCRED,
/// SO_PEERGROUPS).
///
/// A peer cannot forge these facts.
package struct Peer: Hashable, Sendable {
    /// The process; it may have ended, and another process may have its number.
    package let pid: Int32
    /// The effective user.
    package let uid: UInt32
    /// The effective group.
    package let gid: UInt32
    /// The other groups that the process is a member of.
    package let groups: [UInt32]

    /// Creates a peer.
    package init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32] = []) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups
    }

    /// Asks the kernel for the peer of a connected Unix socket.
    package init(of descriptor: Int32) throws(ErrorNumber) {
        let credentials = try PeerCredentials(of: descriptor)
        self.init(
            pid: credentials.pid,
            uid: credentials.uid,
            gid: credentials.gid,
            groups: try Self.words(Self.peerGroups, of: descriptor, expected: 64)
        )
    }

    /// SO_PEERGROUPS of asm-generic/socket.h, which Swift does not see.
    private static let peerGroups: Int32 = 59

    /// An option that is an array of 32-bit words, usually no more than `expected`.
    private static func words(
        _ option: Int32,
        of descriptor: Int32,
        expected: Int
    ) throws(ErrorNumber) -> [UInt32] {
        let stride = MemoryLayout<UInt32>.size
        var words = [UInt32](repeating: 0, count: expected)
        var size = socklen_t(words.count * stride)
        var result = getsockopt(descriptor, SOL_SOCKET, option, &words, &size)
        if result != 0, errno == ERANGE, Int(size) > words.count * stride {
            // The kernel has reported the size that it needs.
            words = [UInt32](repeating: 0, count: Int(size) / stride)
            result = getsockopt(descriptor, SOL_SOCKET, option, &words, &size)
        }
        guard result == 0 else { throw .current }
        return Array(words.prefix(Int(size) / stride))
    }

    /// Tells whether the peer's user, or one of its groups, is among the principals.
    package func isIn(_ principals: Principals) -> Bool {
        principals.contains(user: uid, in: [gid] + groups)
    }
}
