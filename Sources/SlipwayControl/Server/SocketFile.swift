internal import Glibc

/// The file of a socket that we bound: its path, and which inode is ours.
///
/// Binding, looking whether a socket is dead, and removing it happen under a lock on the
/// directory, so that of two daemons that start at once neither takes the other's fresh socket,
/// bound but not yet listening, for a dead one.
struct SocketFile: Hashable {
    let path: String
    private let device: dev_t
    private let inode: ino_t

    static func listen(at path: String) throws(ControlServerError) -> ListeningSocket {
        guard let address = SocketAddress(path: path) else {
            throw .pathTooLong(path, limit: SocketAddress.longestPath)
        }
        let lock = try DirectoryLock(directory(of: path))
        defer { lock.release() }
        try removeDead(path, address)

        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0)
        guard descriptor >= 0 else { throw .system("create a socket for", path, errno) }
        do throws(ControlServerError) {
            try check(address.withPointer { bind(descriptor, $0, $1) }, "bind", path)
            // Before it listens nobody can connect, so nobody slips in under a wider mode.
            try check(chmod(path, 0o660), "set the mode of", path)
            try check(Glibc.listen(descriptor, ListeningSocket.backlog), "listen on", path)
            var status = stat()
            try check(lstat(path, &status), "look at", path)
            let file = SocketFile(path: path, device: status.st_dev, inode: status.st_ino)
            return ListeningSocket(descriptor: descriptor, file: file)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Removes the file, unless another one has taken its place.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_dev == device, status.st_ino == inode { unlink(path) }
    }

    private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)

    /// Removes what is left of a daemon that is gone, and nothing else.
    private static func removeDead(
        _ path: String,
        _ address: SocketAddress
    ) throws(ControlServerError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }

        let type = Int32(SOCK_STREAM.rawValue) | closeOnExec | Int32(SOCK_NONBLOCK.rawValue)
        let probe = socket(AF_UNIX, type, 0)
        guard probe >= 0 else { throw .system("create a socket for", path, errno) }
        defer { close(probe) }
        // A full backlog (EAGAIN) is a daemon that is busy, not one that is gone.
        let isAnswered = address.withPointer { connect(probe, $0, $1) } == 0 || errno == EAGAIN
        guard !isAnswered else { throw .alreadyRunning(path) }
        guard errno == ECONNREFUSED else { throw .system("probe", path, errno) }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .system("remove the dead socket", path, errno)
        }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// An exclusive lock on a directory; made with its parents if it is missing.
private struct DirectoryLock {
    private let descriptor: Int32

    init(_ path: String) throws(ControlServerError) {
        try Self.make(path)
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open directory", path, errno) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                defer { close(descriptor) }
                throw .system("lock directory", path, errno)
            }
        }
    }

    func release() { close(descriptor) }

    private static func make(_ path: String) throws(ControlServerError) {
        for end in path.indices.dropFirst() where path[end] == "/" {
            mkdir(String(path[..<end]), 0o755)
        }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST || errno == EISDIR else {
            throw .system("make directory", path, errno)
        }
    }
}

private func check(
    _ result: Int32,
    _ operation: String,
    _ path: String
) throws(ControlServerError) {
    guard result == 0 else { throw .system(operation, path, errno) }
}
