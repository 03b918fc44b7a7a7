internal import Glibc
internal import SlipwayInterface
internal import SlipwaySystem

/// The sockets of one service.
package struct ServiceSockets: Hashable, Sendable {
    /// The name of the service, which is that of its folder.
    package let app: String
    /// The observing socket, which starts nothing; `nil` while the service does not run.
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

    /// The control socket of a service; its group may ask at the observing socket too.
    ///
    /// `nil` if the service has none in the places that are searched.
    package func controlSocket(of service: FoundService) -> String? {
        roots.filter { $0.owner == service.owner }.map { $0.path(.control, service.app) }
            .first(where: exists)
    }

    /// The service behind a control socket that systemd may hold while the service does not run:
    /// connecting would start it.
    ///
    /// - Parameter path: A control socket.
    /// - Returns: `nil` if a daemon listens there, or the path is in none of the places that are searched.
    package func serviceThatMayBeStopped(behind path: String) -> FoundService? {
        guard let place = place(at: path), place.purpose == .control else { return nil }
        let isThere =
            isOfDaemon(place.root.path(.control, place.app))
            || isAnswered(place.root.path(.observing, place.app))
        return isThere ? nil : FoundService(place.app, of: place.root.owner)
    }

    /// A daemon has made this control socket itself, and holds the lock beside it.
    func isOfDaemon(_ path: String) -> Bool { isLocked("\(path)\(SocketFolders.lockEnding)") }

    /// A daemon holds the lock, as far as this process may look; a killed daemon leaves the file.
    private func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno != ENOENT }
        defer { close(descriptor) }
        // A daemon that wants the lock while this process has it tries again.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    /// A daemon listens at the observing socket, as far as this process can tell.
    private func isAnswered(_ path: String) -> Bool {
        do throws(ControlClientError) {
            _ = try ControlClient(path: path, patience: .milliseconds(1))
            return true
        } catch {
            guard case .cannotConnect(_, let reason) = error else { return true }
            return ![ENOENT, ECONNREFUSED].contains(reason.rawValue)
        }
    }

    /// Tells whether a path is in one of the folders that are searched.
    package func isPlace(_ path: String) -> Bool { service(at: path) != nil }
}
