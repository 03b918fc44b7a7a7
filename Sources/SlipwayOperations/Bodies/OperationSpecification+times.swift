package import Slipway
package import SlipwayConfiguration

extension OperationSpecification {
    /// The times of the operation's program.
    ///
    /// - Parameters:
    ///   - deadline: The file's deadline.
    ///   - grace: The file's grace.
    /// - Returns: The times; without a program, as those of one that sets no times itself.
    package func programTimes(deadline: Duration, grace: Duration) -> ProgramTimes {
        let settings = if case .exec(let exec) = body { exec.settings } else { ProcessSettings() }
        return ProgramTimes(
            startLimit: timeout ?? deadline,
            longestStart: deadline,
            grace: settings.graceOfProcesses(within: grace),
            commandLimit: grace
        )
    }
}

extension ProcessSettings {
    /// The time that processes have to end after SIGTERM, so that a cancelled body ends within its grace.
    package func graceOfProcesses(within grace: Duration) -> Duration {
        let longest = grace - min(grace / 10, .milliseconds(500))
        return min(longest, self.grace ?? longest)
    }
}
