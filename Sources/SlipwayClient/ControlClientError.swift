internal import Glibc
internal import Slipway
internal import SlipwayInterface
package import SlipwaySystem
package import SlipwayVarlink

/// Why a call to a daemon got no answer.
package enum ControlClientError: Error, Hashable, Sendable {
    /// The socket at the path cannot be connected to.
    case cannotConnect(path: String, ErrorNumber)
    /// The daemon closed the connection before its last reply to `method`.
    case closed(method: String)
    /// The bytes received are not a Varlink reply.
    case malformedReply(method: String, WireFault)
    /// No reply to `method` came within `limit`.
    case timedOut(method: String, limit: Duration)
    /// The daemon answered with an error.
    case refused(VarlinkError)
}

extension ControlClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotConnect(let path, let reason):
            "cannot connect to \(path): \(reason)"
                + (Self.hint(reason, path).map { "; \($0)" } ?? "")
        case .closed(let method):
            "cannot call \(method): the daemon went away before it had answered"
                + (method.hasSuffix(".Submit") ? Self.afterSubmit : "")
        case .malformedReply(let method, .frameTooLong(let limit)):
            "cannot call \(method): the reply is longer than \(limit) bytes, the most that is taken"
        case .malformedReply(let method, let fault):
            "cannot call \(method): the reply is not Varlink: \(fault)"
        case .timedOut(let method, let limit):
            "cannot call \(method): no reply within \(limit.microseconds / 1000)ms"
        case .refused(let error):
            ConnectionRefusal(error)?.description ?? "cannot call the daemon: \(error)"
        }
    }

    /// The meaning of a lost connection for an action.
    private static let afterSubmit =
        "; whether it took the action, and ran it, is not known"

    private static func hint(_ reason: ErrorNumber, _ path: String) -> String? {
        switch reason.rawValue {
        case ENOENT: "no daemon has made that socket"
        case ECONNREFUSED: "the daemon that made it is gone"
        case EISDIR: "name the socket in it, such as \(LaunchInterface.name)"
        case ENOTSOCK: "name the socket of a daemon, such as DIR/\(LaunchInterface.name)"
        case EACCES, EPERM:
            SocketGroup(of: path)?.advice ?? "be root or in the group of the socket"
        case EAGAIN: "the daemon does not take connections"
        case ENAMETOOLONG: "a socket's path has 1 to \(SocketAddress.longestPath) bytes"
        default: nil
        }
    }
}
