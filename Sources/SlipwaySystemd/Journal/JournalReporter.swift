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
    ///   - generation: The number of the launch: the end of a later launch than the first is told
    ///     only while that launch is in service.
    ///   - adopted: The operations that come from the launch before.
    package init(_ journal: Journal, generation: Int, adopted: Set<String> = []) {
        log = Mutex(LaunchLog(generation: generation, adopted: adopted))
        self.journal = journal
    }

    /// Says whether the launch is in service from now on.
    package func setInService(_ isInService: Bool) {
        log.withLock { $0.isInService = isInService }
    }

    /// Writes one entry.
    public func report(_ event: Event) {
        let (entry, isTold) = log.withLock { ($0.entry(for: event), $0.has(event)) }
        if isTold { journal.log(entry, waiting: Self.patience) }
    }

    /// Writes for which operations or actions a stop waits, each once.
    public func refresh() {
        guard let entry = log.withLock({ $0.refresh(now: .now) }) else { return }
        journal.log(entry, waiting: Self.patience)
    }

    /// The time to wait for the journal: the thread of the reporter has nothing else to do, and so
    /// a slow journal loses nothing.
    private static let patience = Duration.seconds(5)
}
