internal import Glibc
package import SlipwaySystem

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

    /// Asks the kernel who is at the other end of a connected Unix socket.
    package init(of descriptor: Int32) throws(ErrorNumber) {
        // `struct ucred` of unix(7), which the Glibc module does not offer: three 32-bit words.
        var words: [UInt32] = [0, 0, 0]
        let size = socklen_t(words.count * MemoryLayout<UInt32>.size)
        var found = size
        let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &words, &found)
        guard result == 0 else { throw .current }
        guard found == size else { throw ErrorNumber(EINVAL) }
        self.init(pid: Int32(bitPattern: words[0]), uid: words[1], gid: words[2])
    }
}
