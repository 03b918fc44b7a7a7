public import Slipway
internal import Synchronization

/// Writes a launch to the log: one entry for each event.
public final class JournalReporter: LaunchReporter {
    private let log = Mutex(LaunchLog())
    private let journal: Journal

    /// Creates a reporter for one launch that writes to `journal`.
    public init(_ journal: Journal = Journal()) {
        self.journal = journal
    }

    /// Writes one entry.
    public func report(_ event: Event) {
        journal.log(log.withLock { $0.entry(for: event) })
    }

    /// Writes for whom a stop waits, each once.
    public func refresh() {
        guard let entry = log.withLock({ $0.refresh(now: .now) }) else { return }
        journal.log(entry)
    }
}
