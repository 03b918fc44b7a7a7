internal import Glibc
internal import SlipwayInterface
internal import SlipwaySystem

/// The folders of a daemon that runs without a unit: what a unit would give it.
struct ServiceFolder: Hashable {
    /// The control socket; `nil` for the usual place.
    let socket: String?
    /// The variables that systemd has for a unit's folders.
    let variables: [String: String]
    /// The folders around those of ``variables``, which are made first if they are not there.
    private let around: [String]

    /// One folder for all.
    ///
    /// - Parameter path: A relative one is meant from where the daemon was started.
    init(_ path: String) {
        var path = path
        if !path.hasPrefix("/"), let current = getcwd(nil, 0) {
            path = "\(String(cString: current))/\(path)"
            free(current)
        }
        socket = "\(path)/\(LaunchInterface.name)"
        variables = Self.folders.mapValues { "\(path)/\($0)" }
        around = [path]
    }

    /// The usual folders of a user's service that was started in a terminal, where `slipway` finds it by its
    /// name; `nil` where there is a unit, or no place for them.
    ///
    /// - Parameters:
    ///   - configuration: The path of its file, whose name without what follows the first dot is the name.
    ///   - environment: The variables of the daemon.
    ///   - process: The number of the daemon's process.
    ///   - user: Whose service it is.
    ///   - owner: Tells whose a folder is; `nil` if it is not there.
    init?(
        ofUserFor configuration: String,
        _ environment: [String: String],
        for process: pid_t = getpid(),
        of user: UInt32 = geteuid(),
        owner: (String) -> UInt32? = UserFolders.owner(of:)
    ) {
        // Not INVOCATION_ID: every process of a desktop's session inherits one.
        let ofManager = Self.folders.keys + ["NOTIFY_SOCKET", "LISTEN_PID"]
        guard !ofManager.contains(where: { environment[$0] != nil }),
            !Reaping.isOfUnit(process, environment["SYSTEMD_EXEC_PID"])
        else { return nil }
        let file = configuration.split(separator: "/").last ?? ""
        let name = String(file.prefix { $0 != "." })
        let folders = UserFolders(of: user, owner: owner) { environment[$0] }
        let machine = user == 0 ? SocketFolders(in: "/run") : nil
        guard ServiceName.fault(of: name) == nil,
            let sockets = SocketFolders.ofUser(folders, user).first ?? machine,
            let state = folders.state, let cache = folders.cache
        else { return nil }
        let roots = [sockets.observing, "\(state)/slipway", "\(cache)/slipway"]
        variables = [
            "RUNTIME_DIRECTORY": "\(roots[0])/\(name)", "STATE_DIRECTORY": "\(roots[1])/\(name)",
            "CACHE_DIRECTORY": "\(roots[2])/\(name)",
        ]
        socket = sockets.controlSocket(of: name)
        // Outside of a session the control socket is below the folder for state, which others may
        // look into.
        let isOutside = sockets != machine && folders.runtime == nil
        let parents =
            folders.home.map { ["\($0)/.local", "\($0)/.local/state", "\($0)/.cache"] } ?? []
        around =
            parents.filter { folder in roots.contains { $0.hasPrefix("\(folder)/") } }
            + roots + (isOutside ? [sockets.control] : [])
    }

    /// Makes the folders that are not there, for the daemon's user alone.
    ///
    /// - Throws: The folder that cannot be made, or in which others could replace the daemon's files.
    func make() throws(ServiceFolderFault) {
        let observing = variables["RUNTIME_DIRECTORY"].map { "\($0)/\(LaunchInterface.name)" }
        for path in [socket, observing].compactMap(\.self) where SocketAddress(unix: path) == nil {
            throw .tooLong(path: path)
        }
        for folder in around + variables.values.sorted() {
            // Folders of units there are for all users who may observe.
            let mode: mode_t = folder.hasPrefix("/run/slipway-run") ? 0o755 : 0o700
            let place: FilePlace
            do throws(FilePlace.Fault) {
                place = try FilePlace("\(folder)/", making: .last(mode))
            } catch {
                throw error.step == .follow
                    ? .foreignLink(error) : .notMade(path: folder, error.reason)
            }
            try Self.check(place.folder, folder)
        }
    }

    private static func check(_ place: Int32, _ folder: String) throws(ServiceFolderFault) {
        var status = stat()
        guard fstat(place, &status) == 0 else { throw .notMade(path: folder, .current) }
        guard [0, geteuid()].contains(status.st_uid) else {
            throw .ofAnother(path: folder, uid: status.st_uid)
        }
        // In a folder where everyone may write, as in /tmp, the sticky bit leaves each file to its
        // owner.
        let isForAll = status.st_mode & S_IWOTH != 0 && status.st_mode & S_ISVTX == 0
        if isForAll { throw .writable(path: folder) }
    }

    private static let folders = [
        "RUNTIME_DIRECTORY": "run", "STATE_DIRECTORY": "state", "CACHE_DIRECTORY": "cache",
    ]
}

extension ServiceFolder {
    /// The places of the folders, in one line.
    var words: String {
        let places = ["STATE_DIRECTORY", "CACHE_DIRECTORY", "RUNTIME_DIRECTORY"].compactMap {
            variables[$0]
        }
        return "runs without a unit; its folders are \(places.joined(separator: ", "))"
    }
}

/// A folder that the daemon cannot have.
enum ServiceFolderFault: Error, Hashable {
    /// A link that another user could have made leads to it.
    case foreignLink(FilePlace.Fault)
    /// The folder cannot be made, or is no folder.
    case notMade(path: String, ErrorNumber)
    /// The folder belongs neither to the daemon's user nor to root.
    case ofAnother(path: String, uid: UInt32)
    /// The path of a socket in the folder would be too long.
    case tooLong(path: String)
    /// Everyone may replace what is in the folder.
    case writable(path: String)

    /// The system error behind it; `nil` for none.
    var errorNumber: Int32? {
        if case .notMade(_, let reason) = self { reason.rawValue } else { nil }
    }
}

extension ServiceFolderFault: CustomStringConvertible {
    /// `cannot make directory /srv/shop: Permission denied (EACCES)`.
    var description: String {
        switch self {
        case .foreignLink(let fault): "\(fault)"
        case .notMade(let path, let reason): "cannot make directory \(path): \(reason)"
        case .ofAnother(let path, let uid):
            "cannot use directory \(path): it belongs to user \(uid), who could replace what is in it; "
                + "name one that belongs to the daemon's user"
        case .tooLong(let path):
            "cannot make socket '\(path)': its path has \(path.utf8.count) bytes, at most "
                + "\(SocketAddress.longestPath) are possible; name a shorter folder"
        case .writable(let path):
            "cannot use directory \(path): everyone may replace what is in it; "
                + "run 'chmod o-w \(path)', or name another one"
        }
    }
}
