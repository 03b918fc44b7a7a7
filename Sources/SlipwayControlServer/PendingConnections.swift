internal import Glibc
package import SlipwayControl

/// Connections that wait at a listening socket which is not going to be served.
///
/// Left there they would be reset without a word; or, where systemd keeps the socket, have it start
/// the service again at once.
package enum PendingConnections {
    /// More than a socket's backlog holds.
    private static let most = 2 * Int(ListeningSocket.backlog)

    /// Tells those that wait now why they are not served, and closes them; does not wait.
    ///
    /// - Parameters:
    ///   - listener: The socket.
    ///   - error: Why.
    ///   - admits: Whether a peer may know that; others are only told that they may not.
    package static func refuse(
        on listener: Int32,
        with error: VarlinkError,
        admits: (Peer) -> Bool = { _ in true }
    ) {
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        let told = VarlinkReply.error(error).frame
        let notTold = VarlinkReply.error(.permissionDenied).frame
        for _ in 0..<most {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            // A peer that cannot be identified is not let in, as by the acceptor.
            let frame = (try? Peer(of: descriptor)).map(admits) == true ? told : notTold
            // The buffer of a new socket has room for it.
            send(descriptor, frame, frame.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            close(descriptor)
        }
    }
}
