internal import Glibc

/// Room on the disk for what has to be stored when nothing new can be: the ends of actions, the history, and the
/// log that has to go into the file before it can begin anew.
///
/// The reserve is a file beside the store. It is emptied on a full disk, and stays there, empty: so
/// the next process knows that it was given up. Until the reserve has its room again, nothing new
/// is accepted, which would take that room.
struct StoreReserve {
    /// The name of the reserve in the state directory.
    static let name = "slipway-actions.reserve"
    private static let most: UInt64 = 4 << 20

    private enum State {
        /// There is no reserve: it was not made yet, or there was no room for it.
        case absent
        case held, givenUp
    }

    /// The number of bytes of the reserve: 4 MiB, and at most a sixteenth of the file system.
    let size: UInt64
    private let path: String
    private var state = State.absent

    /// Describes the reserve of a state directory, as an earlier process left it; ``hold()`` makes it.
    init(in folder: String, of space: DiskSpace?) {
        path = Self.path(in: folder)
        size = min(Self.most, (space?.total ?? .max) / 16)
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        state = UInt64(clamping: status.st_blocks) * 512 >= size ? .held : .givenUp
    }

    /// The reserve was given up, and is not there again yet.
    var isGivenUp: Bool { state == .givenUp }
    /// The bytes that the reserve needs before anything new is accepted.
    var lack: UInt64 { isGivenUp ? size : 0 }

    /// Takes the room, if it is not held already.
    ///
    /// A reserve that was never there refuses no action.
    mutating func hold() {
        if state != .held, isTaken { state = .held }
    }

    private var isTaken: Bool {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        if posix_fallocate(file, 0, off_t(size)) == 0 { return true }
        // A part of the room is no reserve.
        if state == .givenUp { ftruncate(file, 0) } else { unlink(path) }
        return false
    }

    /// Gives the room to whatever is written next.
    ///
    /// - Returns: Whether there was any.
    mutating func giveUp() -> Bool {
        guard state == .held else { return false }
        state = .givenUp
        return Self.empty(path)
    }

    /// Gives up the reserve of a folder for a process that begins or ends, and takes nothing new meanwhile.
    ///
    /// - Returns: Whether there was any.
    static func give(in folder: String) -> Bool { empty(path(in: folder)) }

    private static func empty(_ path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        return fstat(file, &status) == 0 && status.st_size > 0 && ftruncate(file, 0) == 0
    }

    private static func path(in folder: String) -> String { "\(folder)/\(name)" }
}
