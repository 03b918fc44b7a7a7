/// The sockets of one service.
package struct ServiceSockets: Hashable, Sendable {
    /// The name of its folder.
    package let app: String
    /// The socket that observes, and starts nothing; `nil` while the service does not run.
    package let observing: String?
    /// The owner of the folder.
    package let owner: ServiceOwner
}

extension SocketSearch {
    /// Every service that has a socket in one of the places that are searched, by name.
    package var services: [ServiceSockets] {
        found(\.apps).map { root, app in
            let path = root.path(.observing, app)
            return ServiceSockets(
                app: app,
                observing: exists(path) ? path : nil,
                owner: root.owner
            )
        }
    }

    /// The control socket of a service, whose group may ask too; `nil` if it is in none of the places that are searched.
    package func controlSocket(of service: FoundService) -> String? {
        roots.filter { $0.owner == service.owner }.map { $0.path(.control, service.app) }
            .first(where: exists)
    }

    /// Tells whether a path is in one of the folders that are searched.
    package func isPlace(_ path: String) -> Bool { service(at: path) != nil }
}
