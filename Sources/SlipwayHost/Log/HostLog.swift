internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
package import SlipwaySystemd
internal import Synchronization

/// Limits entries that are the same.
private final class SharedLimiter: Sendable {
    private let limiter = Mutex(OnceAMinute<String>())

    func admits(_ message: String) -> Bool { limiter.withLock { $0.admits(message, at: .now) } }
}

/// The service's log, with a level that `io.systemd.service` can change at run time.
package struct HostLog: Sendable {
    package let journal: Journal
    private let threshold: LogThreshold
    /// The service that the entries are about; `nil` while that is not known.
    private var service: String?

    /// Creates a log.
    ///
    /// - Parameter hasTime: Whether lines for another reader than the journal begin with the time of
    ///   day, also if the environment does not ask for that.
    package init(hasTime: Bool = false) {
        threshold = LogThreshold()
        journal = Journal(threshold: threshold, hasTime: hasTime)
    }

    /// The service that reports the log level, and lets operators change it.
    func service(_ authority: Authority, _ calls: CallLog) -> SystemdService {
        SystemdService(
            logLevel: { [threshold] in threshold.priority.rawValue },
            setLogLevel: { [threshold] level, peer in
                do throws(LaunchRefusal) {
                    try authority.checkOperating(peer)
                } catch {
                    calls.note(error, of: peer)
                    return false
                }
                threshold.priority = LogPriority(atMost: level)
                calls.note("set the log level to \(level)", by: peer)
                return true
            }
        )
    }

    /// Writes one entry about the service itself.
    package func say(_ priority: LogPriority, _ message: String) {
        say(LogEntry(priority, message))
    }

    /// Writes entries that may come again and again: each text once a minute.
    package func repeatedly(_ priority: LogPriority) -> @Sendable (String) -> Void {
        let limiter = SharedLimiter()
        return { [self] message in
            if limiter.admits(message) { say(priority, message) }
        }
    }

    /// Writes one entry.
    package func say(_ entry: LogEntry) { journal.log(named(entry)) }

    /// This log for entries about a service, so that `slipway logs` finds them.
    package func of(service: String) -> HostLog {
        var log = self
        log.service = service
        return log
    }

    /// An entry with the name of the service, as those of its launch have it.
    package func named(_ entry: LogEntry) -> LogEntry {
        guard let service else { return entry }
        var entry = entry
        entry.fields.insert(.init(.launchName, service), at: 0)
        return entry
    }
}
