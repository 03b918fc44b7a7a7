internal import Glibc
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwaySystem
internal import SlipwayVarlink

/// Takes connections from the listening socket, on the event loop.
///
/// A connection that cannot be accepted stays in the backlog and would wake the loop again and
/// again; so the socket is not watched during a backoff, or until a connection is closed.
@Loop
final class Acceptor {
    /// The number of connections that are accepted before the loop runs its other work.
    private static let acceptsAtOnce = 64

    private let listener: Int32
    private let table: ConnectionTable
    private let router: Router
    private let admits: @Sendable (Peer) -> Bool
    private let calls: SocketCalls
    private let refused = RefusedConnections()
    /// The spare descriptor: a server that has no descriptor left would otherwise be deaf instead
    /// of refusing.
    private var spare: SpareDescriptor
    private var backoff = AcceptBackoff()
    private var timer: Timer?
    private var watch: DescriptorWatch?

    /// Accepts from now on.
    ///
    /// Unless this throws, the acceptor owns the listening socket, which does not block.
    init(
        _ listener: Int32,
        _ table: ConnectionTable,
        _ router: Router,
        admits: @escaping @Sendable (Peer) -> Bool,
        calls: SocketCalls
    ) throws(LoopError) {
        self.listener = listener
        self.table = table
        self.router = router
        self.admits = admits
        self.calls = calls
        spare = try .reserve(for: "refusing connections")
        watch = try DescriptorWatch(listener, for: .readable) { [weak self] _ in self?.accept() }
        table.onRemoval.append { [weak self] in self?.resume() }
    }

    /// Closes the listening socket; connections in its backlog get `refusal`, if there is one.
    func end(refusal: VarlinkError?) {
        guard watch != nil else { return }
        leave()
        if let refusal { PendingConnections.refuse(on: listener, with: refusal, admits: admits) }
        close(listener)
    }

    /// Stops watching the listening socket for good, without closing it.
    func leave() {
        watch?.cancel()
        watch = nil
        timer?.cancel()
        timer = nil
        refused.close()
        _ = spare.release()
    }

    private func accept() {
        for _ in 0..<Self.acceptsAtOnce where watch != nil {
            let descriptor = calls.accept(listener)
            if descriptor >= 0 {
                backoff.reset()
                take(descriptor)
                continue
            }
            let reason = ErrorNumber.current
            switch reason.rawValue {
            case EAGAIN: return
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE:
                // Reported even if no connection is pending.
                switch acceptWithSpare() {
                case .accepted: table.report(.cannotAccept(reason))
                case .empty: return
                case .failed: return backOff(reason)
                }
            default: return backOff(reason)
            }
        }
    }

    /// Serves a new connection, or refuses it with the reason.
    private func take(_ descriptor: Int32) {
        guard let peer = prepare(descriptor) else { return }
        do throws(ConnectionRefusal) {
            try table.serve(descriptor, peer, router)
        } catch {
            refuse(descriptor, peer, error)
        }
    }

    private enum LastAccept {
        case accepted, empty, failed
    }

    /// Accepts a connection with the spare descriptor, and serves it if an idle connection can be
    /// closed for it.
    private func acceptWithSpare() -> LastAccept {
        guard spare.release() else { return .failed }
        defer { spare.acquire() }
        let descriptor = calls.accept(listener)
        guard descriptor >= 0 else { return errno == EAGAIN ? .empty : .failed }
        guard let peer = prepare(descriptor, lingers: false) else { return .accepted }
        do throws(ConnectionRefusal) {
            try table.freeDescriptor(for: peer.uid)
            guard spare.acquire() else { throw table.refusal(of: peer.uid) }
            try table.serve(descriptor, peer, router)
        } catch {
            refuse(descriptor, peer, error, lingers: false)
        }
        return .accepted
    }

    /// Prepares an accepted descriptor and identifies its peer; refuses a peer that cannot be
    /// identified or is not admitted.
    private func prepare(_ descriptor: Int32, lingers: Bool = true) -> Peer? {
        // Children are started with every descriptor closed, so none can inherit it in between.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        do throws(ErrorNumber) {
            let peer = try calls.identify(descriptor)
            if admits(peer) { return peer }
            table.report(.notLetIn(peer))
        } catch {
            table.report(.unknownPeer(error))
        }
        refused.refuse(descriptor, .permissionDenied, lingers: lingers)
        return nil
    }

    private func refuse(
        _ descriptor: Int32,
        _ peer: Peer,
        _ refusal: ConnectionRefusal,
        lingers: Bool = true
    ) {
        table.report(.refused(refusal, peer))
        refused.refuse(descriptor, refusal.varlinkError, lingers: lingers)
    }

    private func backOff(_ reason: ErrorNumber) {
        table.report(.cannotAccept(reason))
        guard let watch else { return }
        timer = Timer(after: backoff.next()) { [weak self] in self?.resume() }
        watch.watch(for: [])
    }

    /// Accepts again: the backoff is over, or a descriptor is free.
    private func resume() {
        guard watch != nil else { return }
        spare.acquire()
        guard let timer else { return }
        timer.cancel()
        self.timer = nil
        watch?.watch(for: .readable)
    }
}
