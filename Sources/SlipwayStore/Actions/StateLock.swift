internal import Glibc
internal import SlipwaySystem

/// The right to use the stored actions of a folder: one service has it at a time, of this process or
/// of any other, for all that it does to the file, the moving aside of a damaged one included.
///
/// The right is a lock on an open file (flock(2)). So a second host of the same process is refused
/// too, and a reader of the database, which knows only SQLite's own locks, is not.
final class StateLock {
    /// The name of the lock's file in the state directory, which is never removed.
    static let name = "slipway-actions.lock"

    private var descriptor: Int32

    /// Takes the lock; never waits.
    ///
    /// - Throws: Another service has it, or there can be no file.
    init(in folder: String) throws(ActionFileError) {
        let path = "\(folder)/\(Self.name)"
        let place: FilePlace
        do throws(FilePlace.Fault) { place = try FilePlace(path, followsLast: false) } catch {
            guard error.step == .follow else { throw ActionFileError("open \(path)", error.reason) }
            throw .refused("\(error)")
        }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        descriptor = openat(place.folder, place.name, flags, 0o600)
        guard descriptor >= 0 else { throw ActionFileError("open \(path)", .current) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            release()
            throw .refused("\(path) is no file; move it away")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = ErrorNumber.current
            release()
            guard error.rawValue == EWOULDBLOCK else {
                throw ActionFileError("lock \(path)", error)
            }
            throw .isBusy(
                "another service uses the store and holds \(path); does this service run twice?"
            )
        }
    }

    /// Tells whether a service has the lock of a folder; `true` also if that cannot be found out.
    static func isHeld(in folder: String) -> Bool {
        let path = "\(folder)/\(name)"
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return errno != ENOENT }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0
    }

    deinit { release() }

    /// Extends the lock until all that this process started has ended too.
    func outlive() { OutlivingFiles.add(descriptor) }

    /// Lets another service have it.
    func release() {
        guard descriptor >= 0 else { return }
        flock(descriptor, LOCK_UN)
        close(descriptor)
        descriptor = -1
    }
}
