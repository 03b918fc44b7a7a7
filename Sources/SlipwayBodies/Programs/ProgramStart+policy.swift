internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayOperations
internal import SlipwayProcess

extension ProgramStart {
    /// The demands on the program, in the form that supervision takes.
    var policy: ProgramPolicy {
        var policy = ProgramPolicy(
            isOptional: isOptional,
            times: times,
            watchdog: program.watchdog,
            health: program.health?.limits,
            hasStopCommand: stop != nil
        )
        policy.stopSignal = exec.settings.stopSignal.name
        policy.end = program.end
        policy.includesFirstStart = program.includesFirstStart
        policy.hasLastCommand = program.beforeGivingUp != nil
        if case .settled(let duration) = program.ready { policy.settling = duration }
        return policy
    }
}
