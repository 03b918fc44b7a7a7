/// The owner of a service; the manager that runs the service and the folder of its sockets follow
/// from it.
package enum ServiceOwner: String, Hashable, Sendable, CaseIterable {
    /// The machine: its sockets are in `/run`.
    case system
    /// The user who asks: its sockets are in `$XDG_RUNTIME_DIR`, or outside of a session in `~/.local/state`.
    case user
}

/// A service that has sockets in one of the places that are searched.
package struct FoundService: Hashable, Sendable {
    /// The name of the service, which is that of its folder.
    package let app: String
    package let owner: ServiceOwner

    package init(_ app: String, of owner: ServiceOwner) {
        self.app = app
        self.owner = owner
    }
}

/// Several services have sockets, and nothing says which one is meant.
package struct SeveralServices: Error, Hashable, CustomStringConvertible {
    package let services: [FoundService]

    package init(_ services: [FoundService]) { self.services = services }

    /// The services have one name: the machine and the user each have a service of it.
    package var haveOneName: Bool { Set(services.map(\.app)).count == 1 }

    /// The owners that have exactly one of the services, where both owners have some: naming such
    /// an owner is enough.
    package var ownersOfOne: [ServiceOwner] {
        let counts = ServiceOwner.allCases.map { owner in services.count { $0.owner == owner } }
        guard !counts.contains(0) else { return [] }
        return zip(ServiceOwner.allCases, counts).filter { $0.1 == 1 }.map(\.0)
    }

    package var description: String {
        if haveOneName, let app = services.first?.app {
            return "'\(app)' is a service of the machine and one of this user's"
        }
        let hasUsers = Set(services.map(\.owner)).count > 1
        let names = services.map {
            "'\($0.app)'\(hasUsers && $0.owner == .user ? " (user)" : "")"
        }
        return "cannot choose among the daemons of \(names.joined(separator: ", "))"
    }
}
