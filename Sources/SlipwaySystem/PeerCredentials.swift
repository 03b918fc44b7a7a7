internal import Glibc

/// The peer of a Unix socket, as the kernel recorded it (SO_PEERCRED): the process that connected,
/// or that made the socket listen.
package struct PeerCredentials: Hashable, Sendable {
    /// The process; it may have ended, and another process may have its number.
    package let pid: Int32
    /// The effective user.
    package let uid: UInt32
    /// The effective group.
    package let gid: UInt32

    /// Asks the kernel for the peer of a connected socket.
    package init(of descriptor: Int32) throws(ErrorNumber) {
        // `struct ucred` of unix(7), which the Glibc module does not offer.
        var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        let expected = MemoryLayout.size(ofValue: credentials)
        var size = socklen_t(expected)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
            throw .current
        }
        guard size == expected else { throw ErrorNumber(EINVAL) }
        (pid, uid, gid) = credentials
    }
}
