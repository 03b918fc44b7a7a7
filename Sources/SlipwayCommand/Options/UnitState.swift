internal import Glibc
internal import Slipway
internal import SlipwayClient

/// The state of the unit of a service in systemd, as far as it is told to this user.
struct UnitState: Hashable {
    /// The states of a unit.
    enum State: Hashable {
        /// systemd cannot start the unit; with its word for that, such as `not-found` or `masked`.
        case unknown(String)
        /// systemd does not start the unit again; with its word for the reason, such as
        /// `exit-code`.
        case failed(String)
        /// The unit has ended, and is started again after a backoff; with the number of times that
        /// it was started again before, and systemd's word for the reason, such as `signal`; `nil`
        /// if the unit ended well.
        case restarting(Int, String? = nil)
        case starting, running, stopping, stopped
    }

    /// The name of the service.
    let app: String
    /// The unit's name.
    let unit: String
    let state: State
    /// The owner of the manager that told the state.
    var owner = ServiceOwner.system
    /// Why the last launch of the unit failed; `nil` if it did not fail, or has not said why.
    var lastWords: LastWords?

    /// Why the service does not come by itself; `nil` if it may.
    var obstacle: CommandFailure? {
        switch state {
        // The service may run in a unit of another name, in a container, or by hand.
        case .unknown("not-found"): nil
        case .unknown: .cannot("cannot wait for '\(app)': \(words)")
        case .failed: .no(words)
        case .restarting, .starting, .running, .stopping, .stopped: nil
        }
    }

    /// A sentence about a service that does not answer.
    var words: String {
        switch state {
        case .unknown("not-found"): "systemd knows no unit of '\(app)' such as '\(unit)'"
        case .unknown(let word): "unit '\(unit)' is \(word)"
        case .failed(let result):
            "'\(app)' has failed (\(result))\(because); "
                + "'\(owner.systemctl.joined(separator: " ")) status \(unit)' says more"
        case .restarting(let count, let result):
            "'\(app)' ended\(result.map { " (\($0))" } ?? ""), and systemd starts it again soon"
                + (count > 0 ? ", as it did \(times(count)) before" : "") + because
        case .starting: "'\(app)' is starting, and does not answer yet"
        case .running: "'\(app)' runs in '\(unit)', but does not answer"
        case .stopping: "'\(app)' is stopping"
        case .stopped: "'\(app)' is stopped"
        }
    }

    /// The sentence, and the command that starts the service where systemd does not by itself.
    var advice: String {
        guard case .stopped = state else { return words }
        return "\(words); '\(owner.systemctl.joined(separator: " ")) start \(unit)' starts it"
    }

    private var because: String {
        lastWords.map { "; its last launch failed: \($0.reason)" } ?? ""
    }

    /// There is a unit, even if systemd cannot start it.
    var isKnown: Bool { state != .unknown("not-found") }

    /// The process of the unit is there, as far as systemd knows.
    var runs: Bool {
        switch state {
        case .starting, .running, .stopping: true
        case .unknown, .failed, .restarting, .stopped: false
        }
    }
}

extension UnitState {
    /// The name of a service's unit, if that is an instance of the template.
    static func instance(_ app: String) -> String { "slipway@\(app).service" }

    /// The longest time that systemd may take to answer.
    static let patience = Duration.seconds(2)

    /// Asks the system's systemd, then the user's, or one of them; blocks for `patience` at most.
    ///
    /// - Returns: `nil` if neither says anything.
    static func ask(
        _ app: String,
        of owner: ServiceOwner? = nil,
        within patience: Duration = patience
    ) -> UnitState? {
        let end = Instant.now.advanced(by: patience)
        // An instance, or the own unit of a service that embeds the library.
        let units = [instance(app), "\(app).service"]
        var unknown: UnitState?
        for manager in UnitManager.all where owner == nil || manager.owner == owner {
            let words = manager.show(properties) + units
            let rest = max(Instant.now.duration(to: end), .zero)
            // A manager that does not answer says nothing: the failure to connect is told in any case.
            guard let text = try? CommandOutput.read(words, isQuiet: true, within: rest),
                var state = UnitState(
                    app,
                    properties: text,
                    isConfigured: manager.configured.contains(app)
                )
            else { continue }
            state.owner = manager.owner
            guard case .unknown = state.state else { return state }
            unknown = unknown ?? state
        }
        return unknown
    }

    /// The properties that are read of each unit.
    private static let properties = ["Id", "FragmentPath", "DropInPaths"] + propertiesOfState

    /// Reads the properties of the units that may be those of a service.
    ///
    /// - Parameters:
    ///   - app: The name of the service.
    ///   - text: A paragraph for each unit, as `systemctl show` prints it.
    ///   - isConfigured: Whether there is the configuration that an instance has by default: systemd
    ///     takes every name for an instance.
    init?(_ app: String, properties text: String, isConfigured: Bool) {
        var units = UnitProperties.all(in: text)
        guard let first = units.first else { return nil }
        units.removeAll {
            $0["LoadState"] == "not-found"
                || (!isConfigured && Self.isOnlyNamed($0, app))
        }
        // The instance, if there is one: the other may be an older unit, or one of another service.
        let chosen = units.first
        self.app = app
        unit = String((chosen ?? first)["Id"] ?? "")
        state = chosen.map(Self.state) ?? .unknown("not-found")
        switch state {
        case .failed, .restarting: lastWords = chosen.flatMap { LastWords(of: $0) }
        case .unknown, .starting, .running, .stopping, .stopped: lastWords = nil
        }
    }

    /// Tells whether a unit is an instance of which there is nothing but the name.
    private static func isOnlyNamed(_ unit: UnitProperties, _ app: String) -> Bool {
        unit["FragmentPath"]?.hasSuffix("/slipway@.service") == true
            && unit["ActiveState"] == "inactive"
            && unit["DropInPaths"]?.split(separator: "/").contains("\(instance(app)).d"[...])
                != true
    }

    /// The properties that ``state(_:)`` and ``LastWords`` read.
    static let propertiesOfState = [
        "LoadState", "ActiveState", "SubState", "Result", "ExecMainStatus", "NRestarts", "Job",
        "StatusText",
    ]

    /// The state that the properties of a unit mean.
    static func state(_ unit: UnitProperties) -> State {
        if let word = unit["LoadState"], word != "loaded" { return .unknown(String(word)) }
        let isQueued = unit["Job"].map { !$0.isEmpty && $0 != "0" } ?? false
        switch unit["ActiveState"] {
        // A unit with a job in the queue has its former state until the job runs.
        case "failed" where isQueued, "inactive" where isQueued: return .starting
        case "failed": return .failed(result(unit))
        case "activating" where unit["SubState"]?.hasPrefix("auto-restart") == true:
            let result = [nil, "success"].contains(unit["Result"]) ? nil : result(unit)
            return .restarting(unit["NRestarts"].flatMap { Int($0) } ?? 0, result)
        case "activating": return .starting
        case "deactivating": return .stopping
        case "inactive": return .stopped
        default: return .running
        }
    }

    /// systemd's word for the end, such as `exit-code`; with the exit status where the process came
    /// no further than the unit's settings: `exit-code, 217/USER`.
    private static func result(_ unit: UnitProperties) -> String {
        let word = unit["Result"].map(String.init) ?? ""
        guard word == "exit-code", let status = unit["ExecMainStatus"].flatMap({ Int($0) }),
            let words = SystemdExit.words(status)
        else { return word }
        return "\(word), \(words)"
    }
}
