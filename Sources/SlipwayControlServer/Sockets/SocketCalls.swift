internal import Glibc
internal import SlipwaySystem

/// The system calls for new connections; tests let them fail.
struct SocketCalls: Sendable {
    /// Takes the next connection of a listening socket: its descriptor, or -1 with `errno`.
    var accept: @Sendable (Int32) -> Int32 = { Glibc.accept($0, nil, nil) }
    /// Identifies the peer of a connection.
    var identify: @Sendable (Int32) throws(ErrorNumber) -> Peer = {
        descriptor throws(ErrorNumber) in try Peer(of: descriptor)
    }
}
