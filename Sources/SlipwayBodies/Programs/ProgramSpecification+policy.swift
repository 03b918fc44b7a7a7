package import SlipwayConfiguration
internal import SlipwayOperations
package import SlipwayProcess

extension ProgramSpecification {
    /// The demands on the program, as those who supervise it take them.
    func policy(
        _ terms: StartTerms,
        _ exec: ExecSpecification,
        hasStopCommand: Bool
    ) -> ProgramPolicy {
        let times = ProgramDefinition.Times(
            terms.timeout,
            of: exec,
            deadline: terms.deadline,
            grace: terms.grace
        )
        var policy = ProgramPolicy(
            isOptional: terms.isOptional,
            startLimit: times.startLimit,
            longestStart: times.longestStart,
            watchdog: watchdog,
            health: health?.limits,
            grace: times.grace,
            hasStopCommand: hasStopCommand
        )
        policy.stopSignal = exec.settings.stopSignal.name
        policy.end = end
        policy.includesFirstStart = includesFirstStart
        policy.hasLastCommand = beforeGivingUp != nil
        if case .seen(let ready) = ready, case .started(let duration) = ready.sign {
            policy.settling = duration
        }
        return policy
    }

    /// The meaning of its end.
    package var end: ProgramPolicy.End {
        let dependents: ProgramPolicy.Dependents =
            switch dependents {
            case .kept: .kept
            case .restarted: .restarted
            case .stopped: .stopped
            }
        return ProgramPolicy.End(
            policy,
            dependents: dependents,
            success: success.ends,
            passesExitStatus: exitStatus == .own
        )
    }
}

extension ProgramDefinition.Times {
    /// The times of the program of an operation.
    ///
    /// - Parameters:
    ///   - timeout: That of the operation; `nil` for as long as the launch has.
    ///   - exec: Its command.
    ///   - deadline: That of the file.
    ///   - grace: That of the file.
    package init(
        _ timeout: Duration?,
        of exec: ExecSpecification,
        deadline: Duration,
        grace: Duration
    ) {
        self.init(
            startLimit: timeout ?? deadline,
            longestStart: deadline,
            grace: BodyRunner.graceOfProcesses(within: grace, of: exec),
            commandLimit: grace
        )
    }
}

extension SuccessSpecification {
    fileprivate var ends: ProgramPolicy.SuccessfulEnds {
        .init(statuses: statuses, signals: Set(signals.map(\.number)))
    }
}

extension HealthSpecification {
    fileprivate var limits: ProgramPolicy.Health {
        .init(every: every, misses: misses, successes: successes, startPeriod: startPeriod)
    }
}
