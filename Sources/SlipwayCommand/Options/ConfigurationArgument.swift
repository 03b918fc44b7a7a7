internal import SlipwayConfiguration
internal import SlipwayOperations
internal import SlipwaySystem

/// A configuration as a command line names it: a path, or `-` for standard input.
struct ConfigurationArgument {
    let text: String

    private var isStandardInput: Bool { text == "-" }

    /// The name in messages.
    var name: String { isStandardInput ? "<stdin>" : text }

    /// Reads and checks the configuration; blocks.
    ///
    /// Standard input has no drop-ins.
    ///
    /// - Parameters:
    ///   - environment: The variables that are known.
    ///   - isEnvironmentKnown: Whether another variable is a fault.
    /// - Returns: The configuration and its graph.
    /// - Throws: Everything that is wrong.
    func load(
        environment: [String: String] = [:],
        isEnvironmentKnown: Bool = false
    ) throws(ConfigurationFaults) -> ConfiguredGraph {
        guard isStandardInput else {
            return try ConfiguredGraph.load(
                path: text,
                environment: environment,
                isEnvironmentKnown: isEnvironmentKnown
            )
        }
        return try ConfiguredGraph(
            parsing: try standardInput(),
            environment: environment,
            isEnvironmentKnown: isEnvironmentKnown
        )
    }

    private func standardInput() throws(ConfigurationFaults) -> ConfigurationFile {
        do throws(ErrorNumber) {
            // One byte beyond the limit is read: by that a configuration is found to be too long.
            let bytes = try Input.standard.bytes(upTo: ConfigurationFile.sizeLimit + 1)
            return ConfigurationFile(name: name, bytes: bytes)
        } catch {
            throw ConfigurationFaults(unreadable: name, errno: error.rawValue)
        }
    }
}
