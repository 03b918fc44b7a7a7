internal import Glibc
internal import SlipwaySystem

/// What a server asks of the kernel about new connections; tests have it fail.
struct SocketCalls: Sendable {
    /// Takes the next connection of a listening socket: its descriptor, or -1 with `errno`.
    var accept: @Sendable (Int32) -> Int32 = { Glibc.accept($0, nil, nil) }
    /// Says who is at the other end of a connection.
    var identify: @Sendable (Int32) throws(ErrorNumber) -> Peer = {
        descriptor throws(ErrorNumber) in try Peer(of: descriptor)
    }
}
