internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwaySystem

/// A lock that keeps a second daemon from a path while the first one lives.
///
/// The lock is on a file that only the daemon's own user can open, so that no other user can hold
/// it. After a daemon was killed, the lock is held until all that this daemon started has ended; if
/// its reapers were killed too, the next daemon ends what is left (``LockNote``). The file is
/// removed with the lock held: a daemon that has opened it meanwhile finds another file at the
/// path, and tries again.
struct LockFile {
    private let path: String
    private let descriptor: Int32

    /// The longest time that the processes of a daemon that was killed may take to end; a daemon
    /// that starts at this moment answers much sooner.
    static let patience = Duration.seconds(10)
    /// The time for which a daemon may go on to answer whose first process was killed: its reaper
    /// is about to kill it.
    private static let shortPatience = Duration.milliseconds(500)
    /// The interval between two tries, in microseconds.
    private static let interval: UInt32 = 5_000

    /// Locks `socket.lock`; creates missing folders.
    ///
    /// Blocks while another process holds the lock: for `patience` if no process answers at the
    /// socket, and for half a second if one does.
    ///
    /// - Throws: ``ControlServerError/alreadyRunning(_:)`` if another daemon holds the lock, and
    ///   ``ControlServerError/isLocked(_:)`` if it is not free within `patience`;
    ///   ``ControlServerError/isStopped(_:)`` if a signal that stops a daemon comes meanwhile.
    init(beside socket: String, within patience: Duration = patience) throws(ControlServerError) {
        guard let address = SocketAddress(unix: socket), !socket.hasPrefix("@") else {
            throw .pathTooLong(socket, limit: SocketAddress.longestPath)
        }
        path = socket + SocketFolders.lockEnding
        try makeFolder(of: socket)
        let begin = Instant.now
        while true {
            let descriptor = try Self.open(path)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let reason = ErrorNumber.current
                close(descriptor)
                guard reason.rawValue == EWOULDBLOCK else { throw .system("lock", path, reason) }
                let isAnswered = try SocketFile.isAnswered(socket, address)
                let limit = isAnswered ? min(Self.shortPatience, patience) : patience
                if StopSignal.isPending { throw .isStopped(socket) }
                guard begin.duration(to: .now) < limit else {
                    throw isAnswered ? .alreadyRunning(socket) : .isLocked(socket)
                }
                usleep(Self.interval)
                continue
            }
            if Self.isFile(path, descriptor) {
                OutlivingFiles.add(descriptor)
                LockNote.exchange(in: descriptor)
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    /// Removes the file, unless another one has replaced it, and releases the lock.
    func remove() {
        if Self.isFile(path, descriptor) { unlink(path) }
        close(descriptor)
    }

    private static func open(_ path: String) throws(ControlServerError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let descriptor = Glibc.open(path, flags, 0o600)
        let reason = ErrorNumber.current
        var status = stat()
        guard descriptor >= 0 else {
            if lstat(path, &status) == 0, !isOwn(status) {
                throw .foreignLock(path, owner: status.st_uid)
            }
            throw .system("open", path, reason)
        }
        guard fstat(descriptor, &status) == 0, isOwn(status), fchmod(descriptor, 0o600) == 0 else {
            close(descriptor)
            throw .foreignLock(path, owner: status.st_uid)
        }
        return descriptor
    }

    private static func isOwn(_ status: stat) -> Bool {
        status.st_uid == geteuid() && status.st_mode & S_IFMT == S_IFREG
    }

    /// Tells whether the open file is still the one at the path.
    private static func isFile(_ path: String, _ descriptor: Int32) -> Bool {
        var (opened, found) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &found) == 0
            && FileIdentity(opened) == FileIdentity(found)
    }
}

/// Creates the folder of a path, with its parents.
private func makeFolder(of path: String) throws(ControlServerError) {
    do throws(FilePlace.Fault) {
        _ = try FilePlace(path, making: .all(0o755), followsLast: false)
    } catch {
        throw error.step == .follow
            ? .foreignLink(error) : .system("make directory", error.path, error.reason)
    }
}
