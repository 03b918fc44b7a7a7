public import Slipway
internal import Synchronization

/// Writes a launch to the log: one entry for each event.
public final class JournalReporter: LaunchReporter {
    private let log: Mutex<LaunchLog>
    private let journal: Journal

    /// Creates a reporter for one launch that writes to `journal`.
    public convenience init(_ journal: Journal = Journal()) {
        self.init(journal, generation: 1)
    }

    /// Creates a reporter for one launch of a service.
    ///
    /// - Parameters:
    ///   - journal: Where it writes.
    ///   - generation: Its number: that a later one than the first ends is told only while it is in
    ///     service.
    ///   - adopted: The operations that come from the one before.
    package init(_ journal: Journal, generation: Int, adopted: Set<String> = []) {
        log = Mutex(LaunchLog(generation: generation, adopted: adopted))
        self.journal = journal
    }

    /// The service is this launch from now on, or is it no longer.
    package func setInService(_ isInService: Bool) {
        log.withLock { $0.isInService = isInService }
    }

    /// Writes one entry.
    public func report(_ event: Event) {
        let (entry, isTold) = log.withLock { ($0.entry(for: event), $0.has(event)) }
        if isTold { journal.log(entry, waiting: Self.patience) }
    }

    /// Writes for whom a stop waits, each once.
    public func refresh() {
        guard let entry = log.withLock({ $0.refresh(now: .now) }) else { return }
        journal.log(entry, waiting: Self.patience)
    }

    /// Its thread has nothing else to do: a journal that is slow loses nothing.
    private static let patience = Duration.seconds(5)
}
