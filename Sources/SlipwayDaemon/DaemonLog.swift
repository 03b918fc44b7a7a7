internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayProcess
internal import SlipwaySystemd

/// The daemon's log, with a level that `io.systemd.service` can change at run time.
struct DaemonLog: Sendable {
    let journal: Journal
    private let threshold: LogThreshold
    /// The service that it is about; `nil` while that is not known.
    private var service: String?

    init() {
        threshold = LogThreshold()
        journal = Journal(threshold: threshold)
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

    /// Where children's lines go: to the same place as the daemon's own entries.
    var destinationOfOutput: OutputDestination {
        switch journal.destination {
        case .native: .journal(socket: "/run/systemd/journal/socket")
        case .stream(let descriptor): .stream(descriptor)
        case .lines(let descriptor): .lines(descriptor)
        }
    }

    /// Writes one entry about the daemon itself.
    func say(_ priority: LogPriority, _ message: String) {
        say(LogEntry(priority, message))
    }

    /// Writes one entry.
    func say(_ entry: LogEntry) { journal.log(named(entry)) }

    /// The same log for entries about a service, so that `slipway logs` finds them.
    func of(service: String) -> DaemonLog {
        var log = self
        log.service = service
        return log
    }

    /// An entry with the name of the service, as those of its launch have it.
    func named(_ entry: LogEntry) -> LogEntry {
        guard let service else { return entry }
        var entry = entry
        entry.fields.insert(.init(.launchName, service), at: 0)
        return entry
    }
}
