internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem

/// Finding out which users and groups a configuration means.
extension Authority {
    /// What a configuration says, as far as that takes no lookup; ``lookUp(_:by:warn:)`` does the rest.
    convenience init(_ configuration: Configuration) {
        let (rights, _) = configuration.rights {
            $0.resolved(user: { _ in nil }, group: { _ in nil })
        }
        self.init(owner: geteuid(), rights, isKnown: !configuration.namesPrincipals)
    }

    /// Looks up the users and groups of a configuration; blocks, where they come from a server that is
    /// silent for long.
    ///
    /// - Parameters:
    ///   - configuration: What names them.
    ///   - resolve: Finds out who is meant.
    ///   - warn: Called with what is wrong.
    func lookUp(
        _ configuration: Configuration,
        by resolve: (PrincipalsSpecification) -> (Principals, [ConfigurationFault]) = {
            $0.resolved()
        },
        warn: (String) -> Void
    ) {
        let began = Instant.now
        let (rights, warnings) = configuration.rights(resolve)
        take(rights)
        for warning in warnings { warn(warning.description) }
        let duration = began.duration(to: .now)
        guard duration > .seconds(1) else { return }
        warn(
            "the users and groups of 'operators' and 'allow' were found after "
                + "\(duration.timespan); calls that depend on them waited so long"
        )
    }
}

extension Configuration {
    /// What it says of users and groups, with a warning for each one who is not known here.
    fileprivate func rights(
        _ resolve: (PrincipalsSpecification) -> (Principals, [ConfigurationFault])
    ) -> (Authority.Rights, [ConfigurationFault]) {
        var rights = Authority.Rights()
        var warnings: [ConfigurationFault] = []
        (rights.operators, warnings) = resolve(operators)
        for action in actions {
            guard let (principals, found) = action.allow.map(resolve) else { continue }
            rights.senders[action.name] = principals
            warnings += found
        }
        return (rights, warnings)
    }

    /// Whether finding out who is meant takes a lookup.
    fileprivate var namesPrincipals: Bool {
        ([operators] + actions.compactMap(\.allow)).contains(where: \.hasNames)
    }
}
