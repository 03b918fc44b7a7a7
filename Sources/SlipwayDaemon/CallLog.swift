internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwaySystemd
internal import Synchronization

/// Writes down who changed the launch, and who was not allowed to.
final class CallLog: Sendable {
    private let log: DaemonLog
    private let limiter = Mutex(OnceAMinute<UInt32>())

    init(_ log: DaemonLog) { self.log = log }

    /// Notes what a peer has done, such as `paused queue 'main'`.
    func note(_ deed: String, by peer: Peer) {
        write(.notice, "\(peer.words) \(deed)", peer)
    }

    /// Notes that a peer was refused something; one line a user and minute.
    func note(_ refusal: LaunchRefusal, of peer: Peer, at now: Instant = .now) {
        guard limiter.withLock({ $0.admits(peer.uid, at: now) }) else { return }
        // Others of this minute are not logged.
        write(.warning, "process \(peer.pid): \(refusal)", peer)
    }

    private func write(_ priority: LogPriority, _ message: String, _ peer: Peer) {
        log.say(
            LogEntry(
                priority,
                message,
                fields: [.init(.uid, "\(peer.uid)"), .init(.pid, "\(peer.pid)")]
            )
        )
    }
}
