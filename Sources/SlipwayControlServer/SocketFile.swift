internal import Glibc
internal import SlipwaySystem

/// The file of a socket that this process bound: its path and its inode.
struct SocketFile {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

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
            try check(address.withPointer { Glibc.bind(descriptor, $0, $1) }, "bind", path)
            // No process can connect before it listens, so none connects under a wider mode.
            try check(chmod(path, mode), "set the mode of", path)
            var status = stat()
            try check(lstat(path, &status), "look at", path)
            return (
                descriptor, SocketFile(path: path, device: status.st_dev, inode: status.st_ino)
            )
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Removes the file, unless another one has replaced it.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_dev == device, status.st_ino == inode { unlink(path) }
    }

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
