package import SlipwayConfiguration
package import SlipwayProcess

extension ProgramSpecification {
    /// The demands on the program, as those who supervise it take them.
    func policy(
        _ terms: StartTerms,
        _ exec: ExecSpecification,
        hasStopCommand: Bool
    ) -> ProgramPolicy {
        var policy = ProgramPolicy(
            isOptional: terms.isOptional,
            startLimit: terms.timeout ?? terms.deadline,
            longestStart: terms.deadline,
            watchdog: watchdog,
            health: health?.limits,
            grace: BodyRunner.graceOfProcesses(within: terms.grace, of: exec),
            hasStopCommand: hasStopCommand
        )
        policy.stopSignal = "SIG\(exec.settings.stopSignal.rawValue)"
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

extension SuccessSpecification {
    fileprivate var ends: ProgramPolicy.SuccessfulEnds {
        .init(
            statuses: statuses,
            signals: Set(signals.compactMap { signalNumber("SIG\($0.rawValue)") })
        )
    }
}

extension HealthSpecification {
    fileprivate var limits: ProgramPolicy.Health {
        .init(every: every, misses: misses, successes: successes, startPeriod: startPeriod)
    }
}
