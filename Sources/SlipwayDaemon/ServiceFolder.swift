internal import Glibc
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
    var socket: String { "\(path)/org.slipway.Launch" }

    /// The variables that systemd has for a unit's folders.
    var variables: [String: String] { folders.mapValues { "\(path)/\($0)" } }

    /// Makes what is not there, for the daemon's user alone.
    ///
    /// - Throws: The folder that cannot be made, and why.
    func make() throws(HostFolderError) {
        for folder in [path] + variables.values.sorted() {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw HostFolderError(path: folder, reason: .current)
            }
        }
    }

    private let folders = [
        "RUNTIME_DIRECTORY": "run", "STATE_DIRECTORY": "state", "CACHE_DIRECTORY": "cache",
    ]
}

/// A folder that cannot be made.
struct HostFolderError: Error, Hashable, CustomStringConvertible {
    let path: String
    let reason: ErrorNumber

    /// `cannot make directory /srv/shop: Permission denied (EACCES)`.
    var description: String { "cannot make directory \(path): \(reason)" }
}
