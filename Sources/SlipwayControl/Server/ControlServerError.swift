/// Why a control server cannot start.
package enum ControlServerError: Error, Hashable, Sendable {
    /// Somebody answers at the path.
    case alreadyRunning(String)
    /// Something that is no socket is at the path.
    case notASocket(String)
    /// The path has more bytes than a socket address holds, or none.
    case pathTooLong(String, limit: Int)
    /// The inherited descriptor is not a Unix stream socket that listens.
    case notAListeningSocket(Int32)
    /// A system call failed: what was to be done, to what, and the error number.
    case system(String, String, Int32)
    /// The event loop did not take the socket.
    case eventLoop(String)
}

extension ControlServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .alreadyRunning(let path):
            "cannot bind \(path): somebody answers there; is another daemon running?"
        case .notASocket(let path):
            "cannot bind \(path): it exists and is not a socket; remove it or choose another path"
        case .pathTooLong(let path, let limit):
            "cannot bind '\(path)': a socket's path has 1 to \(limit) bytes"
        case .notAListeningSocket(let descriptor):
            "cannot serve inherited socket \(descriptor): not a listening Unix stream socket; "
                + "use ListenStream= and Accept=no"
        case .system(let operation, let subject, let code):
            "cannot \(operation) \(subject): \(errorText(code))"
        case .eventLoop(let reason): "cannot serve the control socket: \(reason)"
        }
    }
}
