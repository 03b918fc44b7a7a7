internal import CSlipway
internal import Synchronization

/// Files that stay open, and so locked, until the reapers of this process have ended, too: the next
/// process begins only when nothing of this one is left.
///
/// Nothing happens in a process without reapers.
package enum OutlivingFiles {
    private static let socket = Mutex<Int32?>(nil)

    /// Keeps files open from now on.
    ///
    /// - Parameter socket: A Unix stream socket, whose peer the reapers have.
    package static func begin(with socket: Int32) {
        Self.socket.withLock { $0 = socket }
    }

    /// Keeps the file of a descriptor open.
    ///
    /// A lock on it has to be released with LOCK_UN: closing the
    /// descriptor is not enough.
    package static func add(_ descriptor: Int32) {
        // A failure means that the reapers have ended; then nothing outlives this process.
        _ = socket.withLock { socket in
            socket.map { slipway_leave_descriptor($0, descriptor) }
        }
    }
}
