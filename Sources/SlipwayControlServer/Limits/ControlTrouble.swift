package import SlipwayInterface
package import SlipwaySystem
package import SlipwayVarlink

/// A fact that an operator should know of a control server that continues to serve.
package enum ControlTrouble: Hashable, Sendable {
    /// A connection, or a call that would have waited, was refused.
    case refused(ConnectionRefusal, Peer)
    /// A peer was disconnected: it did not read its replies.
    case readerCutOff(Peer)
    /// A peer was disconnected: its call did not end in time.
    case halfSentCall(Peer)
    /// A peer was disconnected: its bytes are not a call.
    case notACall(WireFault, Peer)
    /// A peer was disconnected: its user has sent too many bytes that are not answered yet.
    case tooMuchInput(Peer)
    /// A connection was closed: it could not be watched or timed.
    case cannotServe(ErrorNumber, Peer)
    /// A connection was refused: the kernel could not identify its peer.
    case unknownPeer(ErrorNumber)
    /// A connection was refused: the peer is not admitted there.
    case notLetIn(Peer)
    /// Connections cannot be accepted now: they are tried again after a backoff, or replace others.
    case cannotAccept(ErrorNumber)
}

extension ControlTrouble: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(.tooManyConnections(let limit, let yours), let peer):
            "a connection of \(peer.words) was refused: the user holds \(yours), the limit is "
                + "\(limit)"
        case .refused(.tooManyWaiting(let limit, let yours), let peer):
            "a call of \(peer.words) may not wait: \(yours) of the user's wait, the limit is "
                + "\(limit)"
        case .readerCutOff(let peer): "cut off \(peer.words): it does not read its replies"
        case .halfSentCall(let peer): "cut off \(peer.words): its call did not end in time"
        case .notACall(let fault, let peer): "cut off \(peer.words): \(fault)"
        case .tooMuchInput(let peer):
            "cut off \(peer.words): the user has sent too much that is not answered yet"
        case .cannotServe(let reason, let peer): "cannot serve \(peer.words): \(reason)"
        case .unknownPeer(let reason):
            "a connection was refused: cannot find out whose it is: \(reason)"
        case .notLetIn(let peer):
            "a connection of \(peer.words) was refused: the user may not observe this service"
        case .cannotAccept(let reason): "there is no room for a new connection: \(reason)"
        }
    }
}

extension Peer {
    /// `user 1000 (process 7)`.
    package var words: String { "user \(uid) (process \(pid))" }
}
