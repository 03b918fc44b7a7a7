package import Slipway
internal import SlipwayJSON

/// A program that an operation starts and that stays: what becomes of it from then on.
package struct ProgramSpecification: Hashable, Sendable {
    /// The consequence when a program ends that was not asked to.
    package enum End: String, Hashable, Sendable, CaseIterable {
        /// The launch fails.
        case fail
        /// It is started again.
        case restart
        /// The launch goes on without it, degraded.
        case degrade
        /// The service ends with it.
        case stop
    }

    /// The programs that depend on it, when it is started again.
    package enum Dependents: String, Hashable, Sendable, CaseIterable {
        /// They go on.
        case kept
        /// They are restarted once it is ready.
        case restarted
        /// They are ended when it ends, and started once it is ready.
        case stopped
    }

    /// The status with which the service exits when it ends because of the program.
    package enum ExitStatus: String, Hashable, Sendable, CaseIterable {
        /// 0 or 1.
        case usual
        /// The program's.
        case own
    }

    /// When a program that stays has done what its operation waits for.
    package enum Ready: Hashable, Sendable {
        /// When it was executed.
        case started
        /// When it says so, as systemd's services of `Type=notify` do.
        case notify
        /// When the Unix stream socket at the path accepts a connection.
        case socket(Template)
        /// When a sign is seen from outside.
        case seen(ReadySpecification)

        var references: [ValueReference] {
            switch self {
            case .started, .notify: []
            case .socket(let path): path.references
            case .seen(let ready): ready.references
            }
        }
    }

    /// The way in which a reload brings a changed program in.
    package enum Replacement: String, Hashable, Sendable, CaseIterable {
        /// The old one is ended first.
        case stopFirst
        /// The new one is ready before the old one is ended.
        case overlap
    }

    package var ready: Ready
    package var ended: End
    /// With ``End/restart``.
    package var restart: RestartSpecification
    /// The ends that are a success.
    package var success = SuccessSpecification()
    package var exitStatus = ExitStatus.usual
    package var dependents = Dependents.kept
    /// Run before it is given up; `nil`: nothing.
    package var beforeGivingUp: ExecSpecification?
    /// `nil`: it may be silent for ever.
    package var watchdog: Duration?
    /// `nil`: it is not checked.
    package var health: HealthSpecification?
    /// The names of the activation sockets that it gets, in order.
    package var sockets: [String]
    package var replace: Replacement = .stopFirst
    /// `nil`: it is started again when one of its files has changed.
    package var reload: ReloadSpecification?

    /// Creates a specification.
    package init(
        ready: Ready,
        ended: End = .fail,
        restart: RestartSpecification = RestartSpecification(),
        watchdog: Duration? = nil,
        health: HealthSpecification? = nil,
        sockets: [String] = []
    ) {
        self.ready = ready
        self.ended = ended
        self.restart = restart
        self.watchdog = watchdog
        self.health = health
        self.sockets = sockets
    }

    /// The consequence of its end, as the launch takes it.
    package var policy: EndPolicy {
        switch ended {
        case .fail: return .fail
        case .degrade: return .degrade
        case .stop: return .stop
        case .restart: return .restart(restart.limits)
        }
    }

    /// Its first start may be followed by others, within the one that its operation waits for.
    package var includesFirstStart: Bool { ended == .restart && restart.includesFirstStart }

    /// The checks of its readiness and its health, with the key of each.
    package var checks: [(key: String, check: HealthSpecification.Check)] {
        var checks: [(String, HealthSpecification.Check)] = []
        if case .seen(let ready) = ready, case .check(let check) = ready.sign {
            checks.append(("exec.ready", check))
        }
        if let health { checks.append(("health", health.check)) }
        return checks
    }

    /// The references in its texts, with repetitions.
    var references: [ValueReference] {
        ready.references + (health?.check.references ?? [])
            + (reload?.files.flatMap(\.references) ?? [])
            + (beforeGivingUp?.templates.flatMap(\.references) ?? [])
    }
}
