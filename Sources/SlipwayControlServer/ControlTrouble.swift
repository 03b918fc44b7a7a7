package import SlipwayControl
package import SlipwaySystem

/// What an operator should hear of from a control server that goes on serving.
package enum ControlTrouble: Hashable, Sendable {
    /// A connection, or a call that would have waited, was refused.
    case refused(ConnectionRefusal, Peer)
    /// A peer was cut off: it did not read its replies.
    case readerCutOff(Peer)
    /// A peer was cut off: the call that it began to send did not end in time.
    case halfSentCall(Peer)
    /// A peer was cut off: what it sent is no call.
    case notACall(WireFault, Peer)
    /// A peer was cut off: too much of what its user sent is not answered yet.
    case tooMuchInput(Peer)
    /// A connection was closed: there was nothing to watch or to time it with.
    case cannotServe(ErrorNumber, Peer)
    /// A connection was refused: the kernel does not say whose it is.
    case unknownPeer(ErrorNumber)
    /// A connection was refused: the peer is not among those who are let in there.
    case notLetIn(Peer)
    /// Connections cannot be taken from the socket, and are tried again after a pause; or only in
    /// the place of others.
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
        case .notLetIn(let peer): "a connection of \(peer.words) was refused: it may not observe"
        case .cannotAccept(let reason): "short of what a new connection takes: \(reason)"
        }
    }
}

extension Peer {
    /// `user 1000 (process 7)`.
    package var words: String { "user \(uid) (process \(pid))" }
}
