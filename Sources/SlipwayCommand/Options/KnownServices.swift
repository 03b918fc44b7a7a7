internal import SlipwayClient
internal import SlipwaySystem

/// The services that are known here though they do not run, by what they leave: units, configurations, state.
struct KnownServices: Hashable {
    /// The unit of the service that was asked for, if there is one.
    var unit: UnitState?
    /// The state directory of each service that has one.
    var states: [String: String] = [:]
    /// The names of the services that have a socket, or a configuration for their unit.
    var names: Set<String> = []

    /// The names of all known services.
    var all: Set<String> { names.union(states.keys) }

    /// The way to start a service that has no unit.
    static let again = "start it as before, such as with 'slipwayd --config FILE'"

    /// Looks for the known services of this machine; blocks for some seconds at most.
    ///
    /// - Parameters:
    ///   - app: The service that was asked for; `nil` for any.
    ///   - owner: Whose services; `nil` for either's.
    /// - Returns: What there is, as far as this user may look.
    static func here(_ app: String?, of owner: ServiceOwner?) -> KnownServices {
        let variables = ProcessEnvironment.variable
        let managers = UnitManager.all.filter { owner == nil || $0.owner == owner }
        let sockets = SocketSearch(environment: variables).services
            .filter { owner == nil || $0.owner == owner }.map(\.app)
        let unit = app.flatMap { UnitState.ask($0, of: owner) }
        return KnownServices(
            unit: unit.flatMap { $0.isKnown ? $0 : nil },
            states: StateSearch(UserFolders(environment: variables)).all(owner),
            names: managers.reduce(into: Set(sockets)) { $0.formUnion($1.configured) }
        )
    }
}
