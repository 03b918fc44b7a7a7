/// The owner of a service: it decides which manager runs it, and in which folder its sockets are.
package enum ServiceOwner: Hashable, Sendable, CaseIterable {
    /// The machine: its sockets are in `/run`.
    case system
    /// The user who asks: its sockets are in `$XDG_RUNTIME_DIR`.
    case user
}

/// A service that has sockets in one of the places that are searched.
package struct FoundService: Hashable, Sendable {
    /// The name of its folder.
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

    /// They have one name: the machine and the user each have a service of it.
    package var haveOneName: Bool { Set(services.map(\.app)).count == 1 }

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
