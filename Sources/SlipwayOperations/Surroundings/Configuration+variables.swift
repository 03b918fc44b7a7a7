package import SlipwayConfiguration
internal import SlipwaySystem

extension Configuration {
    /// The faults of a launch in an environment: one for each mention of a variable that is not
    /// set.
    ///
    /// - Parameters:
    ///   - environment: The variables by name.
    ///   - undecodable: The variables whose bytes are no text. Default: those of this process.
    ///   - place: Completes the message `'STOREFRONT_HOME' is not set PLACE`.
    /// - Returns: The faults; empty if all are set.
    package func unsetVariables(
        in environment: [String: String],
        undecodable: Set<String> = ProcessEnvironment.undecodableNames,
        _ place: String = "in the daemon's environment"
    ) -> [ConfigurationFault] {
        variables.filter { environment[$0.name] == nil }.map { mention in
            let words =
                undecodable.contains(mention.name)
                ? "is set to bytes that are no UTF-8, which cannot be filled in"
                : "is not set \(place)"
            return ConfigurationFault(
                at: mention.origin,
                key: mention.path,
                reason: "'\(mention.name)' \(words)\(folderAdvice(mention.name))"
            )
        }
    }
}

/// The words for what sets the variable of a folder; none for another variable.
private func folderAdvice(_ name: String) -> String {
    if name == "CREDENTIALS_DIRECTORY" {
        return "; systemd sets it for a unit with LoadCredential="
    }
    let folders = ["RUNTIME_DIRECTORY", "STATE_DIRECTORY", "CACHE_DIRECTORY"]
    return folders.contains(name)
        ? "; the unit sets it, and 'slipwayd --directory DIR' does" : ""
}
