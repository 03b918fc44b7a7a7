package import SlipwayConfiguration
internal import SlipwaySystem

extension Configuration {
    /// Reads the credentials that the texts refer to, each once; blocks.
    ///
    /// - Returns: The credentials that can be filled in, a fault for each mention of another one,
    ///   and a warning for each that is not hidden, or likely not what was meant.
    func readCredentials(
        in folder: CredentialFolder
    ) -> (credentials: Credentials, faults: [ConfigurationFault], warnings: [ConfigurationFault]) {
        var texts: [String: String] = [:]
        var reasons: [String: CredentialFault] = [:]
        for name in Set(credentials.map(\.name)) {
            do throws(CredentialFault) {
                texts[name] = try folder.text(of: name)
            } catch {
                reasons[name] = error
            }
        }
        let faults = credentials.compactMap { mention in
            var reason = reasons[mention.name]
            if mention.isInHeader, let text = texts[mention.name], !HeaderName.accepts(value: text)
            {
                reason = .noHeader(mention.name)
            }
            return reason.map {
                var fault = ConfigurationFault(
                    at: mention.origin,
                    key: mention.path,
                    reason: "\($0)"
                )
                if case .notRead(_, let number) = $0 { fault.errno = number.rawValue }
                return fault
            }
        }
        var unwarned = Set(texts.keys)
        let warnings = credentials.compactMap { mention -> ConfigurationFault? in
            guard unwarned.remove(mention.name) != nil, let text = texts[mention.name],
                let reason = CredentialDoubt(text)
            else { return nil }
            return ConfigurationFault(
                at: mention.origin,
                key: mention.path,
                reason: "the credential '\(mention.name)' \(reason)"
            )
        }
        return (Credentials(texts), faults, warnings)
    }

    /// A warning for each mention of a credential that is not there; blocks.
    package func absentCredentials(in folder: CredentialFolder) -> [ConfigurationFault] {
        absentCredentials("here; the unit that runs the daemon has to have ") { folder.has($0) }
    }

    /// A fault for each mention of a credential that a unit does not give.
    ///
    /// - Parameters:
    ///   - unit: The unit: `unit 'slipway@shop'`.
    ///   - isThere: Tells whether the unit gives a credential of that name.
    /// - Returns: The faults.
    package func absentCredentials(
        of unit: String,
        isThere: (String) -> Bool
    ) -> [ConfigurationFault] {
        absentCredentials("of \(unit); give that ", isThere)
    }

    private func absentCredentials(
        _ place: String,
        _ isThere: (String) -> Bool
    ) -> [ConfigurationFault] {
        credentials.filter { !isThere($0.name) }.map { mention in
            ConfigurationFault(
                at: mention.origin,
                key: mention.path,
                reason:
                    "'\(mention.name)' is no credential \(place)LoadCredential=\(mention.name):/PATH"
            )
        }
    }
}
