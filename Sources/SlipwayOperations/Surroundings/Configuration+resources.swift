internal import Slipway
package import SlipwayConfiguration
package import SlipwaySystem

extension Configuration {
    /// A warning for each key of `resources` that limits nothing where the service runs.
    ///
    /// - Parameter rights: Whether the service may make control groups.
    /// - Returns: The warnings, at the operation or the kind of action.
    package func limitsThatCannotHold(with rights: GroupRights) -> [ConfigurationFault] {
        commands.flatMap { command in
            GroupResource.allCases.compactMap { resource in
                guard command.exec.settings.resources.values[resource] != nil,
                    let lack = rights.lack(for: resource)
                else { return nil }
                let resources = KeyPath.joined(command.path, "resources")
                let path = KeyPath.joined(resources, resource.rawValue)
                return ConfigurationFault(
                    at: command.origin,
                    key: path,
                    reason: "cannot hold, and limits nothing: \(lack)"
                )
            }
        }
    }

    /// The file has programs that stay, or a key of `resources`: the service needs to know whether
    /// it may make control groups.
    package var asksForControlGroups: Bool {
        allOperations.contains { $0.operation.program != nil } || hasResources
    }

    /// A process of the file has a key of `resources`.
    package var hasResources: Bool {
        commands.contains { !$0.exec.settings.resources.values.isEmpty }
    }
}
