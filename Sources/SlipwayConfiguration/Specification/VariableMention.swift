package import Slipway

/// A `${env.NAME}` of a file.
package struct VariableMention: Hashable, Sendable {
    /// The variable.
    package var name: String
    /// Its position.
    package var origin: Origin
    /// Its key.
    package var path: String
}

extension Configuration {
    /// The faults of a launch in an environment: one for each mention of a variable that is not
    /// set.
    ///
    /// - Parameters:
    ///   - environment: The variables by name.
    ///   - place: Completes the message `'STOREFRONT_HOME' is not set PLACE`.
    /// - Returns: The faults; empty if all are set.
    package func unsetVariables(
        in environment: [String: String],
        _ place: String = "in the daemon's environment"
    ) -> [ConfigurationFault] {
        variables.filter { environment[$0.name] == nil }.map { mention in
            ConfigurationFault(
                at: mention.origin,
                key: mention.path,
                reason: "'\(mention.name)' is not set \(place)"
            )
        }
    }
}
