internal import Dispatch
internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem

/// Finding out which users and groups a configuration means.
extension Authority {
    /// How long a start waits for that.
    ///
    /// The users of some machines come from a server, which may be silent: the launch must not be.
    private static let patience = Duration.seconds(2)

    /// Looks up the users and groups of a configuration, on a thread of its own if it has any.
    ///
    /// Returns when they are known, or after `patience`: then those with a name have no rights until
    /// they are.
    ///
    /// - Parameters:
    ///   - configuration: What names them.
    ///   - patience: How long to wait.
    ///   - lookUp: Finds the rights, with a warning for each one who is not known here; may block.
    ///   - warn: Called with each warning, from any thread.
    /// - Returns: Who may do what.
    static func lookingUp(
        _ configuration: Configuration,
        within patience: Duration = patience,
        by lookUp: @escaping @Sendable (Configuration) -> (Rights, [ConfigurationFault]) = \.rights,
        warn: @escaping @Sendable (String) -> Void
    ) -> Authority {
        let authority = Authority(owner: geteuid(), configuration.rightsWithoutNames)
        guard configuration.namesPrincipals else { return authority }
        let isDone = DispatchSemaphore(value: 0)
        @Sendable func look() {
            let (rights, warnings) = lookUp(configuration)
            authority.take(rights)
            for warning in warnings { warn(warning.description) }
            isDone.signal()
        }
        do throws(ErrorNumber) {
            try PlainThread.run(look)
        } catch {
            look()
        }
        let end = DispatchTime.now() + .microseconds(Int(clamping: patience.microseconds))
        if isDone.wait(timeout: end) == .timedOut {
            warn(
                "the users and groups of 'operators' and 'allow' were not found within "
                    + "\(patience.timespan); those with a name have no rights until they are"
            )
        }
        return authority
    }
}

extension Configuration {
    /// What it says of users and groups, with a warning for each one who is not known here; blocks
    /// while they are looked up.
    fileprivate var rights: (Authority.Rights, [ConfigurationFault]) {
        rights { $0.resolved() }
    }

    /// The same of those who are given by number.
    fileprivate var rightsWithoutNames: Authority.Rights {
        rights { $0.resolved(user: { _ in nil }, group: { _ in nil }) }.0
    }

    private func rights(
        _ resolve: (PrincipalsSpecification) -> (principals: Principals, [ConfigurationFault])
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

    /// Whether it says anything of users and groups.
    fileprivate var namesPrincipals: Bool {
        ([operators] + actions.compactMap(\.allow)).contains {
            !$0.users.isEmpty || !$0.groups.isEmpty
        }
    }
}
