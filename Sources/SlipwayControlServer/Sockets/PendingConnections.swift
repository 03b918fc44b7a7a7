internal import Glibc
internal import SlipwayInterface
package import SlipwayVarlink

/// Refuses the connections in the backlog of a socket that will not be served.
///
/// The connections would otherwise be reset; or, where systemd holds the socket, they would start
/// the service again at once.
package enum PendingConnections {
    /// The most connections to refuse: more than a socket's backlog holds.
    private static let most = 2 * Int(ListeningSocket.backlog)

    /// Sends the connections in the backlog an error and closes them; does not wait.
    ///
    /// - Parameters:
    ///   - listener: The socket.
    ///   - error: Why they are not served.
    ///   - admits: Whether a peer may know that; others get only `PermissionDenied`.
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
            // As in the acceptor, a peer that cannot be identified is not admitted.
            let frame = (try? Peer(of: descriptor)).map(admits) == true ? told : notTold
            // The buffer of a new socket has room for it.
            send(descriptor, frame, frame.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            close(descriptor)
        }
    }
}
