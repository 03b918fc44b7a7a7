internal import Glibc
internal import Slipway

/// Why a call to a daemon brought no answer.
package enum ControlClientError: Error, Hashable, Sendable {
    /// Nobody could be reached at the path; the error number says why.
    case cannotConnect(path: String, code: Int32)
    /// The daemon closed the connection before its last reply to `method`.
    case closed(method: String)
    /// What came is not a Varlink reply.
    case malformedReply(method: String, WireFault)
    /// No reply to `method` came within `limit`.
    case timedOut(method: String, limit: Duration)
    /// The daemon answered with an error.
    case refused(VarlinkError)
}

extension ControlClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotConnect(let path, let code):
            "cannot connect to \(path): \(errorText(code))"
                + (Self.hint(code).map { "; \($0)" } ?? "")
        case .closed(let method):
            "cannot call \(method): the daemon closed the connection; it may be stopping"
        case .malformedReply(let method, let fault):
            "cannot call \(method): the reply is not Varlink: \(fault)"
        case .timedOut(let method, let limit):
            "cannot call \(method): no reply within \(limit.microseconds / 1000)ms"
        case .refused(let error): "cannot call the daemon: \(error)"
        }
    }

    private static func hint(_ code: Int32) -> String? {
        switch code {
        case ENOENT: "no daemon has made that socket"
        case ECONNREFUSED: "the daemon that made it is gone"
        case EACCES, EPERM: "be root or in the group of the socket"
        case EAGAIN: "the daemon does not take connections"
        case ENAMETOOLONG: "a socket's path has 1 to \(SocketAddress.longestPath) bytes"
        default: nil
        }
    }
}
