package import SlipwayLoop
package import SlipwaySystem

/// Why a control server cannot start.
package enum ControlServerError: Error, Hashable, Sendable {
    /// A daemon serves the path, or another process answers there.
    case alreadyRunning(String)
    /// A process holds the lock of the path and does not answer there.
    case isLocked(String)
    /// A signal asked the daemon to stop while it waited for the lock of the path.
    case isStopped(String)
    /// A file at the path is not a socket.
    case notASocket(String)
    /// Another process has put something else in the place of the new socket.
    case isReplaced(String)
    /// The path has more bytes than a socket address holds, or none.
    case pathTooLong(String, limit: Int)
    /// The file at the path of the lock is not a regular file of the daemon's own user.
    case foreignLock(String, owner: UInt32)
    /// The inherited descriptor is not a Unix stream socket that listens.
    case notAListeningSocket(Int32)
    /// A link that another user could have made leads to the path.
    case foreignLink(FilePlace.Fault)
    /// A system call failed: the operation, its subject, and the reason.
    case system(String, String, ErrorNumber)
    /// The event loop cannot run, or cannot take the socket.
    case loop(LoopError)
}

extension ControlServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .alreadyRunning(let path):
            "cannot bind \(path): a process answers there; is another daemon running?"
        case .isLocked(let path):
            "cannot bind \(path): a process holds \(path).lock and does not answer; are the processes "
                + "of a killed daemon still ending?"
        case .isStopped(let path):
            "stopped while it waited for \(path).lock, which a process holds"
        case .notASocket(let path):
            "cannot bind \(path): it exists and is not a socket; remove it or choose another path"
        case .isReplaced(let path):
            "cannot bind \(path): another process has replaced the new socket; take the right to write its "
                + "folder from other users, or choose another path"
        case .pathTooLong(let path, let limit):
            "cannot bind '\(path)': a socket's path has 1 to \(limit) bytes"
        case .foreignLock(let path, let owner):
            "cannot lock \(path): it belongs to user \(owner), or is not a plain file; remove it"
        case .notAListeningSocket(let descriptor):
            "cannot serve inherited socket \(descriptor): not a listening Unix stream socket; "
                + "use ListenStream= and Accept=no"
        case .foreignLink(let fault): "\(fault)"
        case .system(let operation, let subject, let reason):
            "cannot \(operation) \(subject): \(reason)"
        case .loop(let error): "cannot serve the control socket: \(error)"
        }
    }
}
