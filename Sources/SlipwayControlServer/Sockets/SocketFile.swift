internal import Glibc
internal import SlipwaySystem

/// The file of a socket that this process bound: its path and its identity.
struct SocketFile {
    private let path: String
    private let identity: FileIdentity

    /// Creates a socket at the path, for the daemon's user and group; it does not listen yet.
    ///
    /// The caller holds the path's ``LockFile``: so a socket that does not listen yet belongs to
    /// this process, not to another daemon.
    static func bind(
        _ path: String,
        mode: UInt32
    ) throws(ControlServerError) -> (Int32, SocketFile) {
        guard let address = SocketAddress(unix: path), !path.hasPrefix("@") else {
            throw .pathTooLong(path, limit: SocketAddress.longestPath)
        }
        try removeDead(path, address)
        let descriptor = try makeSocket(path)
        do throws(ControlServerError) {
            // A socket file begins with the mode of its socket, less the umask: no other socket
            // file has ``newMode``. Without /proc the mode cannot be set later.
            let mayOpen = access("/proc/self/fd", X_OK) == 0
            try check(fchmod(descriptor, mayOpen ? newMode : mode), "set the mode of", path)
            try check(address.withPointer { Glibc.bind(descriptor, $0, $1) }, "bind", path)
            if mayOpen { return (descriptor, try open(path, to: mode)) }
            var status = stat()
            try check(lstat(path, &status), "look at", path)
            return (descriptor, SocketFile(path: path, identity: FileIdentity(status)))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// The mode of a file between its creation and ``open(_:to:)``: only root may connect.
    static let newMode = mode_t(0)

    /// Gives the new socket at a path its mode.
    ///
    /// A user who can write the folder may have put something else there since it was bound, even a
    /// link to a file of this user. So the file is opened first and looked at, and the mode is set
    /// on the open file: a socket of this user with the new mode.
    ///
    /// - Throws: ``ControlServerError/isReplaced(_:)`` if the file is anything else; nothing has
    ///   changed then.
    static func open(_ path: String, to mode: UInt32) throws(ControlServerError) -> SocketFile {
        let file = Glibc.open(path, pathOnly | O_NOFOLLOW | O_CLOEXEC)
        if file < 0, errno == ENOENT { throw .isReplaced(path) }
        try check(min(file, 0), "look at", path)
        defer { close(file) }
        var status = stat()
        try check(fstat(file, &status), "look at", path)
        guard status.st_mode == S_IFSOCK | newMode, status.st_uid == geteuid() else {
            throw .isReplaced(path)
        }
        // There is no fchmod for a file that is open with `pathOnly`.
        try check(chmod("/proc/self/fd/\(file)", mode), "set the mode of", path)
        return SocketFile(path: path, identity: FileIdentity(status))
    }

    /// Removes the file, unless another one has replaced it.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if FileIdentity(status) == identity { unlink(path) }
    }

    /// Tells whether a path leads to the file.
    func isFile(at path: String) -> Bool { FileIdentity(at: path) == identity }

    /// Removes the socket of a daemon that has ended, and nothing else.
    private static func removeDead(
        _ path: String,
        _ address: SocketAddress
    ) throws(ControlServerError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }

        guard try !isAnswered(path, address) else { throw .alreadyRunning(path) }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .system("remove the dead socket", path, .current)
        }
    }

    /// Tells whether a daemon listens at a path; not if there is none, or one that has ended.
    static func isAnswered(
        _ path: String,
        _ address: SocketAddress
    ) throws(ControlServerError) -> Bool {
        let probe = try makeSocket(path)
        defer { close(probe) }
        // A full backlog (EAGAIN) means a busy daemon, not one that has ended.
        if address.withPointer({ connect(probe, $0, $1) }) == 0 || errno == EAGAIN { return true }
        guard [ECONNREFUSED, ENOENT].contains(errno) else {
            throw .system("probe", path, .current)
        }
        return false
    }

    private static func makeSocket(_ path: String) throws(ControlServerError) -> Int32 {
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
        guard descriptor >= 0 else { throw .system("create a socket for", path, .current) }
        return descriptor
    }

    private static func check(
        _ result: Int32,
        _ operation: String,
        _ path: String
    ) throws(ControlServerError) {
        guard result == 0 else { throw .system(operation, path, .current) }
    }
}
