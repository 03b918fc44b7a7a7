/// Who is at the other end of a connection, as the kernel saw it when it connected (SO_PEERCRED):
/// a peer cannot pretend.
package struct Peer: Hashable, Sendable {
    /// The process; it may have ended, and its number be another's by now.
    package let pid: Int32
    /// The effective user.
    package let uid: UInt32
    /// The effective group.
    package let gid: UInt32

    /// Creates a peer.
    package init(pid: Int32, uid: UInt32, gid: UInt32) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }
}
