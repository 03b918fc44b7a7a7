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

    private struct State {
        var rights: Rights
        /// Whether everyone has been looked up whom the configuration names.
        var isKnown: Bool
        /// Calls that wait until then.
        var waiting: [@Sendable () -> Void] = []
    }

    private let owner: UInt32
    private let state: Mutex<State>

    /// - Parameters:
    ///   - owner: The daemon's own user.
    ///   - rights: What the configuration says.
    ///   - isKnown: Whether that is all; otherwise the rest comes with ``take(_:)``.
    init(owner: UInt32, _ rights: Rights, isKnown: Bool = true) {
        self.owner = owner
        state = Mutex(State(rights: rights, isKnown: isKnown))
    }

    /// Everyone was looked up.
    func take(_ rights: Rights) {
        let waiting = state.withLock { state in
            defer { state = State(rights: rights, isKnown: true) }
            return state.waiting
        }
        for call in waiting { call() }
    }

    /// Makes a peer's call once it is known whether the peer may: at once, unless that takes names
    /// that are still being looked up.
    func whenKnown(_ call: LaunchCall, _ peer: Peer, _ body: @escaping @Sendable () -> Void) {
        let waits = state.withLock { state in
            guard !state.isKnown, !isTrusted(peer), state.rights.decides(call) else { return false }
            state.waiting.append(body)
            return true
        }
        if !waits { body() }
    }

    private func isTrusted(_ peer: Peer) -> Bool { peer.uid == 0 || peer.uid == owner }

    /// Whether a peer may change the launch.
    func mayOperate(_ peer: Peer) -> Bool {
        isTrusted(peer) || peer.isIn(state.withLock(\.rights.operators))
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
        guard let allowed = state.withLock({ $0.rights.senders[kind] }), !peer.isIn(allowed),
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

extension Authority.Rights {
    /// Whether it depends on them what a call comes to.
    fileprivate func decides(_ call: LaunchCall) -> Bool {
        switch call {
        case .submit(let request): senders[request.kind] != nil
        case .cancelAction, .cancelOperation, .pauseQueue, .resumeQueue, .getAction: true
        case .getStatus, .getReport, .explain, .listActions, .watch: false
        }
    }
}
