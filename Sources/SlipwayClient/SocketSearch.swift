internal import Glibc
internal import SlipwayInterface

/// Finds the sockets of a daemon in the places where they may be.
package struct SocketSearch {
    /// The purpose of a socket.
    package enum Purpose: Hashable, Sendable {
        /// To send and to operate: systemd keeps this socket while the service is stopped too.
        case control
        /// To observe: the daemon makes this socket, so connecting starts nothing.
        case observing
    }

    /// The place of a socket.
    package enum Finding: Hashable, Sendable {
        /// At a path; a daemon may or may not listen there.
        case path(String)
        /// The service exists, but its daemon does not run.
        case stopped(app: String)
        /// There is no service; the paths that were searched.
        case none(places: [String])
    }

    /// Two folders, each with one folder per service.
    struct Root {
        let control: String
        let observing: String

        func folder(_ purpose: Purpose) -> String {
            switch purpose {
            case .control: control
            case .observing: observing
            }
        }

        func path(_ purpose: Purpose, _ app: String) -> String {
            "\(folder(purpose))/\(app)/\(LaunchInterface.name)"
        }

        func has(_ app: String) -> Bool {
            exists(path(.control, app)) || exists(path(.observing, app))
        }

        /// The services that have a socket here.
        var apps: [String] {
            Set(folders(in: control) + folders(in: observing)).filter(has).sorted()
        }
    }

    /// The system's, then the user's.
    let roots: [Root]
    /// The value of `$SLIPWAY_SOCKET`.
    private let fromEnvironment: String?

    /// Takes the folders to search from `environment`.
    package init(system: String = "/run", environment: (String) -> String?) {
        let user = environment("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 }
        roots = ([system] + (user.map { [$0] } ?? [])).map {
            Root(control: $0 + "/slipway", observing: $0 + "/slipway-run")
        }
        fromEnvironment = environment("SLIPWAY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Finds the one socket that is meant; blocks for a moment.
    ///
    /// - Parameters:
    ///   - purpose: What it is for, if it has to be searched for.
    ///   - socket: The path itself, which needs no search.
    ///   - app: The name of the service.
    /// - Returns: Where it is, or that it is not there.
    /// - Throws: When there are several services and no name.
    package func find(
        _ purpose: Purpose,
        socket: String?,
        app: String?
    ) throws(SeveralServices) -> Finding {
        if let socket { return .path(socket) }
        if let app { return named(app, purpose) }
        if let fromEnvironment { return .path(fromEnvironment) }
        let found = roots.flatMap { root in root.apps.map { (root: root, app: $0) } }
        guard let first = found.first else {
            return .none(places: places(purpose, "*"))
        }
        guard found.count == 1 else {
            throw SeveralServices(apps: found.map(\.app))
        }
        return Self.finding(first.app, in: first.root, purpose)
    }

    /// The services that have a socket.
    package var apps: [String] { Set(roots.flatMap(\.apps)).sorted() }

    /// The paths where the socket of a service may be.
    package func places(_ purpose: Purpose, _ app: String) -> [String] {
        roots.map { $0.path(purpose, app) }
    }

    /// The service that a path is of; `nil` if it is none of the places that are searched.
    package func app(at path: String) -> String? {
        let parts = path.split(separator: "/").suffix(2)
        guard parts.count == 2, let app = parts.first.map(String.init) else { return nil }
        let isPlace = roots.contains {
            path == $0.path(.control, app) || path == $0.path(.observing, app)
        }
        return isPlace ? app : nil
    }

    /// Why a name cannot be that of a service; `nil` if it can.
    package static func fault(ofName name: String) -> String? {
        guard let fault = ServiceName.fault(of: name) else { return nil }
        return name.contains("/") ? "\(fault); use --socket for that" : fault
    }

    private func named(_ app: String, _ purpose: Purpose) -> Finding {
        guard let root = roots.first(where: { $0.has(app) }) else {
            return .none(places: places(purpose, app))
        }
        return Self.finding(app, in: root, purpose)
    }

    private static func finding(_ app: String, in root: Root, _ purpose: Purpose) -> Finding {
        let path = root.path(purpose, app)
        // If the control socket is missing, connecting reports it.
        return purpose == .control || exists(path) ? .path(path) : .stopped(app: app)
    }
}

/// Several services have sockets, and no name says which one is meant.
package struct SeveralServices: Error, Hashable, CustomStringConvertible {
    /// Their names.
    package let apps: [String]

    package init(apps: [String]) { self.apps = apps }

    package var description: String {
        "cannot choose among the daemons of \(apps.map { "'\($0)'" }.joined(separator: ", "))"
    }
}

/// The names in a folder but for hidden ones; none if it cannot be read.
package func folders(in root: String) -> [String] {
    guard let stream = opendir(root) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names
}

/// Also true for a path that this process may not look at: connecting reports that.
func exists(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == EACCES }
    return status.st_mode & S_IFMT == S_IFSOCK
}
