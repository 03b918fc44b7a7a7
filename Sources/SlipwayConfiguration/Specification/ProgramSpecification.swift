/// A program that an operation starts and that stays: what becomes of it from then on.
package struct ProgramSpecification: Hashable, Sendable {
    /// What follows when a program ends that was not asked to.
    package enum End: String, Hashable, Sendable, CaseIterable {
        /// The launch fails.
        case fail
        /// It is started again.
        case restart
        /// The launch goes on without it, degraded.
        case degrade
    }

    /// Key `ready` of `exec`: when it is ready; never `exit`.
    package var ready: ExecSpecification.Ready
    /// Key `ended`; default `fail`, or `degrade` for an optional operation.
    package var ended: End
    /// Key `restart`: how often, with ``End/restart``.
    package var restart: RestartSpecification
    /// Key `watchdog`: how long it may be silent, at least 100 ms; default for ever.
    package var watchdog: Duration?
    /// Key `health`; default no checks.
    package var health: HealthSpecification?
    /// Key `sockets`: the names of the activation sockets that it gets, in order; default none.
    package var sockets: [String]

    /// Creates a specification.
    package init(
        ready: ExecSpecification.Ready,
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
}

/// Key `restart`: how often a program is started again, and after what pauses.
package struct RestartSpecification: Hashable, Sendable {
    /// Key `attempts`: the most restarts in ``within``; one more and the launch fails; default 5.
    package var attempts = 5
    /// Key `within`; default 10 min.
    package var within: Duration = .seconds(600)
    /// Key `initial`: the first pause, which doubles each time; default 1 s.
    package var initial: Duration = .seconds(1)
    /// Key `maximum`: the longest pause; default 1 min, or `initial` if that is longer.
    package var maximum: Duration = .seconds(60)

    /// Creates the default policy.
    package init() {}
}

/// Key `health`: how a program that hangs is found.
package struct HealthSpecification: Hashable, Sendable {
    /// What is checked.
    package enum Check: Hashable, Sendable {
        /// Key `http`: the URL answers with a status from 200 to 399.
        case http(Template)
        /// Key `tcp`: `host:port` accepts a connection.
        case tcp(Template)
        /// Key `exec`: the program exits with 0.
        case exec(ExecSpecification)
    }

    /// The one check.
    package var check: Check
    /// Key `every`: the pause between two checks, at least 100 ms; default 10 s.
    package var every: Duration = .seconds(10)
    /// Key `timeout`: how long one check may take; default 5 s.
    package var timeout: Duration = .seconds(5)
    /// Key `misses`: how many failed checks in a row mean that it hangs; default 3.
    package var misses = 3

    /// Creates a specification with the default times.
    package init(check: Check) { self.check = check }
}

extension ProgramSpecification {
    /// The references in its texts, with repetitions.
    package var references: [ValueReference] {
        let ready =
            if case .socket(let path) = ready { path.references } else { [ValueReference]() }
        return ready + (health?.references ?? [])
    }
}

extension HealthSpecification {
    fileprivate var references: [ValueReference] {
        switch check {
        case .http(let template), .tcp(let template): template.references
        case .exec(let exec): BodySpecification.exec(exec).references
        }
    }
}
