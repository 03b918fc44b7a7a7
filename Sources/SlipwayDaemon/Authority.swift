internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords
internal import SlipwaySystem
internal import Synchronization

/// Who may do what to the launch.
///
/// Root and the daemon's own user may everything, and so may the operators of the configuration.
/// Everyone who can connect may look, may send what has no `allow` of its own, and may cancel what
/// they sent.
final class Authority: Sendable {
    /// What the configuration says.
    struct Rights: Hashable, Sendable {
        var operators = Principals()
        /// Who may send the kinds that not everyone may.
        var senders: [String: Principals] = [:]
    }

    private let owner: UInt32
    private let rights: Mutex<Rights>

    init(owner: UInt32, _ rights: Rights) {
        self.owner = owner
        self.rights = Mutex(rights)
    }

    /// What the configuration says is known, or known better.
    func take(_ rights: Rights) {
        self.rights.withLock { $0 = rights }
    }

    /// Whether a peer may change the launch.
    func mayOperate(_ peer: Peer) -> Bool {
        peer.uid == 0 || peer.uid == owner || peer.isIn(rights.withLock(\.operators))
    }

    /// Whether a peer may connect to the socket that only answers questions: who may operate, and who
    /// may connect to the control socket, which belongs to a group.
    func mayObserve(_ peer: Peer, group: UInt32?) -> Bool {
        mayOperate(peer) || peer.isIn(Principals(groups: group.map { [$0] } ?? []))
    }

    /// Whether a peer may know what is in an action.
    func mayRead(actionOf sender: ActionSender, _ peer: Peer) -> Bool {
        isOwn(sender, peer) || mayOperate(peer)
    }

    func checkOperating(_ peer: Peer) throws(LaunchRefusal) {
        guard mayOperate(peer) else { throw .notAllowed(.operate, uid: peer.uid, kind: nil) }
    }

    func checkSending(_ kind: String, _ peer: Peer) throws(LaunchRefusal) {
        guard let allowed = rights.withLock({ $0.senders[kind] }), !peer.isIn(allowed),
            !mayOperate(peer)
        else { return }
        throw .notAllowed(.send, uid: peer.uid, kind: kind)
    }

    // An action whose sender is not known any more belongs to no user.
    func checkCancelling(
        _ kind: String,
        of sender: ActionSender?,
        _ peer: Peer
    ) throws(LaunchRefusal) {
        guard !isOwn(sender, peer), !mayOperate(peer) else { return }
        throw .notAllowed(.cancel, uid: peer.uid, kind: kind)
    }

    /// Users of other namespaces look alike: what one of them sent is no other one's own.
    private func isOwn(_ sender: ActionSender?, _ peer: Peer) -> Bool {
        sender?.uid == peer.uid && peer.uid != UserDatabase.overflow
    }
}
