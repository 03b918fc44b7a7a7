internal import Glibc
internal import SlipwayInterface
internal import SlipwaySystem

/// The one folder of a daemon that runs without a unit: what a unit would give it is in there.
struct ServiceFolder {
    private let path: String

    /// Takes a path; a relative one is meant from where the daemon was started.
    init(_ path: String) {
        guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else {
            self.path = path
            return
        }
        defer { free(current) }
        self.path = "\(String(cString: current))/\(path)"
    }

    /// The control socket.
    var socket: String { "\(path)/\(LaunchInterface.name)" }

    /// The variables that systemd has for a unit's folders.
    var variables: [String: String] { folders.mapValues { "\(path)/\($0)" } }

    /// Makes what is not there, for the daemon's user alone.
    ///
    /// - Throws: The folder that cannot be made, or in which others could replace the daemon's files.
    func make() throws(ServiceFolderFault) {
        for folder in [path] + variables.values.sorted() {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw .notMade(path: folder, .current)
            }
            try Self.check(folder)
        }
    }

    private static func check(_ folder: String) throws(ServiceFolderFault) {
        var status = stat()
        guard stat(folder, &status) == 0 else { throw .notMade(path: folder, .current) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .notMade(path: folder, ErrorNumber(ENOTDIR))
        }
        guard [0, geteuid()].contains(status.st_uid) else {
            throw .ofAnother(path: folder, uid: status.st_uid)
        }
        // In a folder where everyone may write, as in /tmp, the sticky bit leaves each file to its
        // owner.
        let isForAll = status.st_mode & S_IWOTH != 0 && status.st_mode & S_ISVTX == 0
        if isForAll { throw .writable(path: folder) }
    }

    private let folders = [
        "RUNTIME_DIRECTORY": "run", "STATE_DIRECTORY": "state", "CACHE_DIRECTORY": "cache",
    ]
}

/// A folder that the daemon cannot have.
enum ServiceFolderFault: Error, Hashable {
    /// It cannot be made, or is none.
    case notMade(path: String, ErrorNumber)
    /// It is neither the daemon's user's nor root's.
    case ofAnother(path: String, uid: UInt32)
    /// Everyone may replace what is in it.
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
        case .notMade(let path, let reason): "cannot make directory \(path): \(reason)"
        case .ofAnother(let path, let uid):
            "cannot use directory \(path): it belongs to user \(uid), who could replace what is in it; "
                + "name one that belongs to the daemon's user"
        case .writable(let path):
            "cannot use directory \(path): everyone may replace what is in it; "
                + "run 'chmod o-w \(path)', or name another one"
        }
    }
}
