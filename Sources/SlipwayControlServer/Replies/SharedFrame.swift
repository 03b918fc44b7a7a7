internal import Glibc
internal import SlipwayInterface
package import SlipwayVarlink

/// An encoded reply, made once for all peers that get it.
package final class SharedFrame: Sendable {
    /// The number of bytes of the reply, its NUL included.
    let count: Int
    /// The reply has at least 64 KiB, as the first one of a stream can.
    var isLarge: Bool { count >= 64 * 1024 }
    /// The reply is the last of its call.
    let isLast: Bool
    private nonisolated(unsafe) let start: UnsafeMutableRawPointer  // Set by init only.

    /// Encodes a reply.
    package init(_ reply: VarlinkReply) {
        let frame = reply.frame
        count = frame.count
        isLast =
            switch reply {
            case .parameters(_, let continues): !continues
            case .error: true
            }
        start = .allocate(byteCount: count, alignment: 1)
        start.copyMemory(from: frame, byteCount: count)
    }

    deinit { start.deallocate() }

    /// The bytes from `offset` on, as `sendmsg` takes them; valid while the frame lives.
    func part(from offset: Int) -> iovec {
        iovec(iov_base: start + offset, iov_len: count - offset)
    }
}
