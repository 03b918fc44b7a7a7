package import Slipway
internal import SlipwayJSON

/// A program that an operation starts and that stays: what becomes of it from then on.
package struct ProgramSpecification: Hashable, Sendable {
    /// The consequence when a program ends that was not asked to.
    package enum End: String, Hashable, Sendable, CaseIterable {
        /// The launch fails.
        case fail
        /// The program is started again.
        case restart
        /// The launch goes on without it, degraded.
        case degrade
        /// The service ends with it.
        case stop

        func policy(_ limits: RestartLimits) -> EndPolicy {
            switch self {
            case .fail: .fail
            case .restart: .restart(limits)
            case .degrade: .degrade
            case .stop: .stop
            }
        }
    }

    /// The sign that a program that stays has done what its operation waits for.
    package typealias Ready = ProgramReadiness<Template, ReadyCheck>

    /// The way in which a reload brings a changed program in.
    package enum Replacement: String, Hashable, Sendable, CaseIterable {
        /// The old one is ended first.
        case stopFirst
        /// The new one is ready before the old one is ended.
        case overlap
    }

    package var ready: Ready
    /// The meaning of its end.
    package var end: ProgramEnd
    /// A first start that fails may be followed by others, while the operation still waits.
    package var includesFirstStart = false
    /// The command that runs before the program is given up; `nil`: none.
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
        ended: EndPolicy = .fail,
        watchdog: Duration? = nil,
        health: HealthSpecification? = nil,
        sockets: [String] = []
    ) {
        self.ready = ready
        end = ProgramEnd(ended)
        self.watchdog = watchdog
        self.health = health
        self.sockets = sockets
    }

    /// The word for the consequence of its end.
    package var ended: End {
        switch end.policy {
        case .fail: .fail
        case .restart: .restart
        case .degrade: .degrade
        case .stop: .stop
        }
    }

    /// The limits of ``End/restart``; `nil` for another end.
    package var restarts: RestartLimits? {
        if case .restart(let limits) = end.policy { limits } else { nil }
    }

    /// The checks of its readiness and its health, with the key of each.
    package var checks: [(key: String, check: HealthSpecification.Check)] {
        var checks: [(String, HealthSpecification.Check)] = []
        if case .check(let ready, _) = ready { checks.append(("exec.ready", ready.check)) }
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
