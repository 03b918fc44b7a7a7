internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwaySystemd
internal import Synchronization

/// Logs who changed the launch, and who was refused.
final class CallLog: Sendable {
    private let log: HostLog
    private let limiter = Mutex(OnceAMinute<UInt32>())

    init(_ log: HostLog) { self.log = log }

    /// Logs what a peer did, such as `paused queue 'main'`.
    func note(_ deed: String, by peer: Peer) {
        write(.notice, "\(peer.words) \(deed)", peer)
    }

    /// Logs that a peer was refused; one line per user and minute.
    func note(_ refusal: LaunchRefusal, of peer: Peer, at now: Instant = .now) {
        guard limiter.withLock({ $0.admits(peer.uid, at: now) }) else { return }
        // Further refusals of this minute are not logged.
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
