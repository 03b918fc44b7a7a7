package import SlipwayConfiguration

extension Configuration {
    /// The activation sockets that programs get, by name.
    package var socketsOfPrograms: Set<String> {
        Set(allOperations.flatMap { $0.operation.program?.sockets ?? [] })
    }

    /// Checks that every activation socket was passed that the configuration gives to a program.
    ///
    /// - Parameter names: The names of the sockets that were passed.
    /// - Throws: A fault for each that is missing.
    package func checkSockets(_ names: Set<String>) throws(ConfigurationFaults) {
        let passed = {
            let listed = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
            return names.isEmpty ? "none was passed" : "passed are \(listed)"
        }
        var faults: [ConfigurationFault] = []
        for (operation, path) in allOperations {
            for name in operation.program?.sockets ?? [] where !names.contains(name) {
                faults.append(
                    ConfigurationFault(
                        at: operation.origin,
                        key: KeyPath.joined(path, "sockets"),
                        reason: "no activation socket is named '\(name)'; \(passed()); the service "
                            + "needs a socket unit with FileDescriptorName=\(name)"
                    )
                )
            }
        }
        guard faults.isEmpty else {
            throw ConfigurationFaults(faults, files: faults.map(\.file))
        }
    }
}
