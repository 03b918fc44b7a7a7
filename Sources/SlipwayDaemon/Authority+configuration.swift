internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayOperations
internal import SlipwaySystem

/// Finds the users and groups that a configuration names.
extension Authority {
    /// The rights of a configuration that need no lookup; ``lookUp(_:by:warn:)`` adds the others.
    convenience init(_ configuration: Configuration) {
        self.init(
            owner: geteuid(),
            configuration.rightsByNumber,
            isKnown: !configuration.namesPrincipals
        )
    }

    /// Takes the rights of another generation's configuration in place of those that count, before any of its
    /// kinds can be sent; ``lookUp(_:of:by:warn:)`` adds those that need a lookup.
    func expect(_ configuration: Configuration, of generation: Int) {
        expect(
            configuration.rightsByNumber,
            isKnown: !configuration.namesPrincipals,
            of: generation
        )
    }

    /// Looks up the users and groups of a configuration; blocks, and for long if a user server is
    /// silent.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - generation: Its number in the service.
    ///   - resolve: Finds users and groups by name.
    ///   - warn: Called with each warning.
    func lookUp(
        _ configuration: Configuration,
        of generation: Int = 1,
        by resolve: (PrincipalsSpecification) -> (Principals, [ConfigurationFault]) = {
            $0.resolved()
        },
        warn: (String) -> Void
    ) {
        let began = Instant.now
        let (rights, warnings) = configuration.rights(resolve)
        take(rights, of: generation)
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
    /// The rights that the configuration grants, with a warning for each user or group that is
    /// unknown here.
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

    /// The rights that need no lookup.
    fileprivate var rightsByNumber: Authority.Rights {
        rights { $0.resolved(user: { _ in nil }, group: { _ in nil }) }.0
    }

    /// The configuration names users or groups that need a lookup.
    fileprivate var namesPrincipals: Bool {
        ([operators] + actions.compactMap(\.allow)).contains(where: \.hasNames)
    }
}
