package import Slipway

/// A `${env.NAME}` of a file.
package struct VariableMention: Hashable, Sendable {
    /// The variable.
    package var name: String
    /// Where it stands.
    package var origin: Origin
    /// The key that it stands under.
    package var path: String
}

extension Configuration {
    /// What is wrong with a launch in an environment: each mention of a variable that is not set.
    ///
    /// - Parameters:
    ///   - environment: The variables by name.
    ///   - place: What is said of where it is not set: `'STOREFRONT_HOME' is not set PLACE`.
    /// - Returns: None if all are set.
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
