internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface

/// A service of this machine, as far as it is known to this user.
struct ListedService: Hashable {
    /// The states of a service; degraded is running without all that it should have.
    enum State: String, Hashable, CaseIterable {
        case running, degraded, starting, stopping, failed
        /// The service has ended, and is started again after a backoff.
        case restarting
        /// The service does not run; the next action starts it.
        case waiting
        case stopped
        /// The service is there, but neither it nor its manager tells its state.
        case unknown
    }

    /// The name that the service told, or that of the folder of its socket.
    var name: String
    var state: State
    /// The time since the service came into the state; `nil` if that is not known.
    var since: Duration?
    /// The unit that runs the service, as its manager says; `nil` if there is none.
    var unit: String?
    /// The owner of the manager of the unit.
    var owner = ServiceOwner.system
    /// The socket at which the service was asked; `nil` if it was not asked.
    var socket: String?
    /// The process of the service; `nil` if there is none, or it is not known.
    var pid: Int32?
    /// The version of Slipway that the service runs; `nil` if it was not asked, or did not say.
    var version: ServiceVersion?
    /// A remark about the service, in one line; empty for none.
    var detail = ""
}

extension ListedService {
    /// A service that answered.
    init(_ status: LaunchStatus, at now: Instant) {
        let begin: Instant?
        let detail: String
        switch status.phase {
        case .starting:
            (state, begin) = (.starting, status.processStart)
            detail = ProgressText.words(for: status, asOf: now, at: now)
        case .ready(let degraded):
            (state, begin) = (degraded ? .degraded : .running, status.readyAt)
            detail = degraded ? Self.lack(of: status, at: now) : ""
        case .stopping:
            (state, begin) = (.stopping, nil)
            detail = status.causes.first?.text ?? ""
        case .failed:
            (state, begin) = (.failed, status.endedAt)
            detail = status.causes.first?.text ?? ""
        case .stopped: (state, begin, detail) = (.stopped, status.endedAt, "")
        }
        name = status.name
        since = begin.map { max($0.duration(to: now), .zero) }
        let paused = status.isPaused ? "paused" : ""
        self.detail = [paused, detail].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// The first thing that is wrong.
    private static func lack(of status: LaunchStatus, at now: Instant) -> String {
        if let trouble = status.troubles.first { return trouble.text }
        if let program = status.programs.first(where: \.isTrouble) {
            return "program '\(program.name)' \(program.words(at: now))"
        }
        return status.storage?.words ?? ""
    }

    /// A unit, of a service that was not asked.
    init(_ unit: UnitFacts, at now: Instant) {
        name = unit.app
        self.unit = unit.id
        // In other states the unit still names the process of its last run.
        pid =
            unit.state == .running || unit.state == .starting || unit.state == .stopping
            ? unit.pid : nil
        since = unit.since.map { max($0.duration(to: now), .zero) }
        switch unit.state {
        case .unknown(let word): (state, detail) = (.unknown, "its unit is \(word)")
        case .failed(let result):
            state = .failed
            detail = [result, unit.lastWords?.reason ?? ""].filter { !$0.isEmpty }
                .joined(separator: ": ")
        case .restarting(let count, let result):
            state = .restarting
            let parts = [result, unit.lastWords?.reason].compactMap(\.self)
            detail = [
                count > 0 ? "started again \(times(count))" : "", parts.joined(separator: ": "),
            ]
            .filter { !$0.isEmpty }.joined(separator: "; ")
        case .starting: state = .starting
        case .running: state = .running
        case .stopping: state = .stopping
        case .stopped: state = .stopped
        }
    }
}
