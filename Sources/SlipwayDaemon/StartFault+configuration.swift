internal import SlipwayConfiguration
internal import SlipwaySystemd

extension StartFault {
    /// A wrong configuration, or one with a cycle; one that the machine could not read is tried again.
    static func configuration(_ error: ConfigurationFaults) -> StartFault {
        if let number = error.failureOfMachine {
            return .cannotStart(error.description, errorNumber: number)
        }
        let faults = error.faults.map(\.description)
        return error.faults.contains(where: \.isCycle)
            ? .dependencyCycle(faults)
            : .configurationRejected(
                faults,
                errorNumber: error.faults.lazy.compactMap(\.errno).first
            )
    }
}
