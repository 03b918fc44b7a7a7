internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwaySystemd
internal import Synchronization

/// Logs who changed the launch, and who was refused.
final class CallLog: Sendable {
    private let log: HostLog
    private let limiter = Mutex(OnceAMinute<UInt32>())

    init(_ log: HostLog) { self.log = log }

    /// Logs what a peer did, such as `paused queue 'main'`, and to which operation or program, if it
    /// was one.
    func note(_ deed: String, by peer: Peer, to operation: String? = nil) {
        write(.notice, "\(peer.words) \(deed)", peer, operation)
    }

    /// Logs that a peer was refused; one line per user and minute.
    func note(_ refusal: LaunchRefusal, of peer: Peer, at now: Instant = .now) {
        guard limiter.withLock({ $0.admits(peer.uid, at: now) }) else { return }
        // Further refusals of this minute are not logged.
        write(.warning, "process \(peer.pid): \(refusal)", peer)
    }

    private func write(
        _ priority: LogPriority,
        _ message: String,
        _ peer: Peer,
        _ operation: String? = nil
    ) {
        let subject = operation.map { [LogEntry.Field(.operation, $0)] } ?? []
        let caller = [LogEntry.Field(.uid, "\(peer.uid)"), .init(.pid, "\(peer.pid)")]
        log.say(LogEntry(priority, message, fields: subject + caller))
    }
}
