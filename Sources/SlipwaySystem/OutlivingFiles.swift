internal import CSlipway
internal import Synchronization

/// Files that stay open until the processes that come before this one have ended too, and with them
/// the locks on them: what comes next begins only when nothing of this process is left.
///
/// Nothing happens in a process that none comes before.
package enum OutlivingFiles {
    private static let socket = Mutex<Int32?>(nil)

    /// Keeps files open from now on.
    ///
    /// - Parameter socket: A Unix stream socket, whose other end these processes have.
    package static func begin(with socket: Int32) {
        Self.socket.withLock { $0 = socket }
    }

    /// Keeps the file of a descriptor open.
    ///
    /// A lock on it has to be released with LOCK_UN: closing the
    /// descriptor is not enough.
    package static func add(_ descriptor: Int32) {
        // A failure means that they have ended; then nothing comes before this process.
        _ = socket.withLock { socket in
            socket.map { slipway_leave_descriptor($0, descriptor) }
        }
    }
}
