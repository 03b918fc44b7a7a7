internal import Glibc
internal import SlipwayInterface
internal import SlipwaySystem

/// Finds the sockets of a daemon in the places where they may be.
package struct SocketSearch {
    /// The purpose of a socket.
    package enum Purpose: Hashable, Sendable {
        /// To send and to operate: systemd holds this socket while the service is stopped too.
        case control
        /// To observe: the daemon makes this socket, so connecting starts nothing.
        case observing
    }

    /// The place of a socket.
    package enum Finding: Hashable, Sendable {
        /// At a path; a daemon may or may not listen there.
        case path(String)
        /// The service exists, but its daemon does not run.
        case stopped(FoundService)
        /// There is no service; the paths that were searched.
        case none(places: [String])
    }

    /// The folders of one owner.
    struct Root {
        let owner: ServiceOwner
        let folders: SocketFolders

        func path(_ purpose: Purpose, _ app: String) -> String {
            switch purpose {
            case .control: folders.controlSocket(of: app)
            case .observing: folders.observingSocket(of: app)
            }
        }

        func has(_ app: String) -> Bool {
            exists(path(.control, app)) || exists(path(.observing, app))
        }

        /// The services that have a socket here.
        var apps: [String] {
            let all = [folders.control, folders.observing].flatMap { SlipwayClient.folders(in: $0) }
            return Set(all).filter(has).sorted()
        }
    }

    /// The folders that are searched: the system's, then the user's, of which that of a session
    /// comes first.
    let roots: [Root]
    /// Why the folder of a session is not searched, though the environment names one; `nil` if there is no reason.
    package let asideReason: String?
    /// The value of `$SLIPWAY_SOCKET`.
    private let fromEnvironment: String?

    /// Takes the folders to search from `environment`.
    ///
    /// - Parameters:
    ///   - system: The folder of the machine's sockets.
    ///   - user: The user who asks.
    ///   - owner: Tells whose a folder is; `nil` if it is not there.
    ///   - environment: Tells a variable.
    package init(
        system: String = "/run",
        of user: UInt32 = geteuid(),
        owner: (String) -> UInt32? = UserFolders.owner(of:),
        environment: (String) -> String?
    ) {
        let folders = UserFolders(of: user, owner: owner, environment: environment)
        let ofUser = SocketFolders.ofUser(folders, user).filter { folders in
            // A socket that others have made there could answer in place of the user's services.
            [folders.control, folders.observing].allSatisfy { owner($0) ?? user == user }
        }
        roots =
            [Root(owner: .system, folders: SocketFolders(in: system))]
            + ofUser.map { Root(owner: .user, folders: $0) }
        asideReason = folders.asideReason
        fromEnvironment = environment("SLIPWAY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Finds the one socket that is meant; blocks for a moment.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the socket, if it has to be searched for.
    ///   - socket: The path itself, which needs no search.
    ///   - app: The name of the service.
    ///   - owner: Whose service it is; `nil` for either's.
    /// - Returns: Where the socket is, or that it is not there.
    /// - Throws: When there are several services, and neither a name nor an owner tells them apart.
    package func find(
        _ purpose: Purpose,
        socket: String?,
        app: String?,
        of owner: ServiceOwner? = nil
    ) throws(SeveralServices) -> Finding {
        if let socket { return found(at: socket, purpose) }
        if app == nil, owner == nil, let fromEnvironment {
            return found(at: fromEnvironment, purpose)
        }
        let found = found { root in
            guard owner == nil || root.owner == owner else { return [] }
            return app.map { root.has($0) ? [$0] : [] } ?? root.apps
        }
        guard let first = found.first else {
            return .none(places: places(purpose, app ?? "*", of: owner))
        }
        guard found.count == 1 else {
            throw SeveralServices(found.map { FoundService($0.app, of: $0.root.owner) })
        }
        return Self.finding(first.app, in: first.root, purpose)
    }

    /// Each service once, with the root in which its sockets are.
    ///
    /// A user's service may have left sockets both in a session and outside of one. Only one of the
    /// two can run, since both have one folder for their state: the root that has an observing
    /// socket counts.
    ///
    /// - Parameter apps: The services to find in the folders of a root.
    /// - Returns: The services, the system's first.
    func found(_ apps: (Root) -> [String]) -> [(root: Root, app: String)] {
        var found: [(root: Root, app: String)] = []
        for root in roots {
            for app in apps(root) {
                let other = found.firstIndex { $0.app == app && $0.root.owner == root.owner }
                guard let other else {
                    found.append((root, app))
                    continue
                }
                let runs = exists(root.path(.observing, app))
                if runs, !exists(found[other].root.path(.observing, app)) {
                    found[other].root = root
                }
            }
        }
        return found
    }

    /// The services that have a socket.
    package var apps: [String] { Set(roots.flatMap(\.apps)).sorted() }

    /// The paths where the socket of a service may be.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the socket.
    ///   - app: The name of the service.
    ///   - owner: Whose service it is; `nil` for either's.
    /// - Returns: A path for each folder that is searched.
    package func places(
        _ purpose: Purpose,
        _ app: String,
        of owner: ServiceOwner? = nil
    ) -> [String] {
        roots.filter { owner == nil || $0.owner == owner }.map { $0.path(purpose, app) }
    }

    /// The service that a path is of; `nil` if it is none of the places that are searched.
    package func service(at path: String) -> FoundService? {
        place(at: path).map { FoundService($0.app, of: $0.root.owner) }
    }

    /// The place in a searched folder that a path leads to, also by way of a link.
    func place(at path: String) -> (root: Root, app: String, purpose: Purpose)? {
        let file = FileIdentity(at: path)
        for root in roots {
            let named = path.split(separator: "/").suffix(2).first.map(String.init)
            for app in [named].compactMap(\.self) + (file == nil ? [] : root.apps) {
                for purpose in [Purpose.control, .observing] {
                    let other = root.path(purpose, app)
                    if other == path || file != nil && FileIdentity(at: other) == file {
                        return (root, app, purpose)
                    }
                }
            }
        }
        return nil
    }

    /// The finding for a socket that was named by its path: observing at a socket of systemd's must
    /// not start the service.
    private func found(at path: String, _ purpose: Purpose) -> Finding {
        guard purpose == .observing, let place = place(at: path), place.purpose == .control,
            !isOfDaemon(place.root.path(.control, place.app))
        else { return .path(path) }
        return Self.finding(place.app, in: place.root, purpose)
    }

    /// Why a name cannot be that of a service; `nil` if it can.
    package static func fault(ofName name: String) -> String? {
        guard let fault = ServiceName.fault(of: name) else { return nil }
        return name.contains("/") ? "\(fault); use --socket for that" : fault
    }

    private static func finding(_ app: String, in root: Root, _ purpose: Purpose) -> Finding {
        let path = root.path(purpose, app)
        // If the control socket is missing, connecting reports it.
        return purpose == .control || exists(path)
            ? .path(path) : .stopped(FoundService(app, of: root.owner))
    }
}

/// The names in a folder but for hidden ones; none if it cannot be read.
package func folders(in root: String) -> [String] {
    ((try? FolderEntry.all(in: root)) ?? []).map(\.name).filter { !$0.hasPrefix(".") }
}

/// Tells whether a socket is at a path; true also if this process may not look there: connecting
/// reports that.
func exists(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == EACCES }
    return status.st_mode & S_IFMT == S_IFSOCK
}
