internal import SlipwayControlServer
internal import SlipwayInterface
package import SlipwaySystem
internal import Synchronization

/// Decides who may do what to the launch.
///
/// Root, the service's own user and the operators of the configuration may do everything. Every user
/// who can connect may observe, may send actions of kinds without an `allow`, and may cancel their
/// own actions, and retry those of them that they may send.
package final class Authority: Sendable {
    /// The rights that the configuration grants.
    package struct Rights: Hashable, Sendable {
        package var operators = Principals()
        /// The users who may send actions of the kinds with an `allow`.
        package var senders: [String: Principals] = [:]

        /// Creates rights; by default none.
        package init(operators: Principals = Principals(), senders: [String: Principals] = [:]) {
            self.operators = operators
            self.senders = senders
        }
    }

    private struct State {
        var rights: Rights
        /// All names of the configuration have been looked up.
        var isKnown: Bool
        /// The operators of the launch before, while names are looked up: they may go on observing.
        var formerOperators = Principals()
        /// The number of the launch that grants the rights.
        var generation = 1
        /// The calls that wait for the lookup.
        var waiting: [@Sendable () -> Void] = []
    }

    private let owner: UInt32
    private let state: Mutex<State>

    /// Creates an authority.
    ///
    /// - Parameters:
    ///   - owner: The service's own user.
    ///   - rights: The rights that are known so far.
    ///   - isKnown: Whether these are all; otherwise ``take(_:)`` brings the rest.
    package init(owner: UInt32, _ rights: Rights, isKnown: Bool = true) {
        self.owner = owner
        state = Mutex(State(rights: rights, isKnown: isKnown))
    }

    /// Takes what another launch grants without a lookup: calls that depend on one wait from now on.
    ///
    /// - Parameters:
    ///   - rights: The rights that are known so far.
    ///   - isKnown: Whether these are all; otherwise ``take(_:of:)`` brings the rest.
    ///   - generation: The number of that launch; the rights of a later one count more.
    package func expect(_ rights: Rights, isKnown: Bool, of generation: Int) {
        guard !isKnown else { return take(rights, of: generation) }
        state.withLock { state in
            guard generation > state.generation else { return }
            if state.isKnown { state.formerOperators = state.rights.operators }
            state.rights = rights
            state.isKnown = false
            state.generation = generation
        }
    }

    /// Takes the rights after all lookups.
    ///
    /// - Parameters:
    ///   - rights: The rights.
    ///   - generation: The number of the launch that grants them; those of a later one count more.
    package func take(_ rights: Rights, of generation: Int = 1) {
        let waiting = state.withLock { state in
            guard generation >= state.generation else { return [@Sendable () -> Void]() }
            defer { state = State(rights: rights, isKnown: true, generation: generation) }
            return state.waiting
        }
        for call in waiting { call() }
    }

    /// Calls `body` once it is known whether the peer may make the call: at once, unless the answer
    /// depends on a pending lookup.
    ///
    /// A callback, as nearly no call waits here.
    func whenKnown(
        _ method: any AnsweredMethod,
        _ peer: Peer,
        _ body: @escaping @Sendable () -> Void
    ) {
        let waits = state.withLock { state in
            guard !state.isKnown, !isTrusted(peer), method.isDecided(by: state.rights) else {
                return false
            }
            state.waiting.append(body)
            return true
        }
        if !waits { body() }
    }

    private func isTrusted(_ peer: Peer) -> Bool { peer.uid == 0 || peer.uid == owner }

    /// Tells whether a peer may change the launch.
    func mayOperate(_ peer: Peer) -> Bool {
        isTrusted(peer) || peer.isIn(state.withLock(\.rights.operators))
    }

    /// Tells whether a peer may connect to the observing socket: every user who may operate, or who
    /// may connect to the control socket, which belongs to a group.
    func mayObserve(_ peer: Peer, group: UInt32?) -> Bool {
        mayOperate(peer) || peer.isIn(state.withLock(\.formerOperators))
            || peer.isIn(Principals(groups: group.map { [$0] } ?? []))
    }

    /// Tells whether a peer may read the payload of an action.
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

    // An action whose sender is unknown belongs to no user.
    func checkCancelling(
        _ kind: String,
        of sender: ActionSender?,
        _ peer: Peer
    ) throws(LaunchRefusal) {
        guard !isOwn(sender, peer), !mayOperate(peer) else { return }
        throw .notAllowed(.cancel, uid: peer.uid, kind: kind)
    }

    /// A sender who retries an action sends it again, and needs the right to do so.
    func checkRetrying(
        _ kind: String,
        of sender: ActionSender?,
        _ peer: Peer
    ) throws(LaunchRefusal) {
        guard isOwn(sender, peer) || mayOperate(peer) else {
            throw .notAllowed(.retry, uid: peer.uid, kind: kind)
        }
        try checkSending(kind, peer)
    }

    /// Users of other namespaces share one number, so none of them owns an action.
    private func isOwn(_ sender: ActionSender?, _ peer: Peer) -> Bool {
        sender?.uid == peer.uid && peer.uid != UserDatabase.overflow
    }
}
