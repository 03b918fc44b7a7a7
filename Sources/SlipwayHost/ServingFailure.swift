internal import Glibc
package import SlipwayControlServer
package import SlipwayLoop
internal import SlipwaySystem
package import SlipwaySystemd

/// Why a service cannot start.
package enum ServingFailure: Error {
    /// The socket that systemd passed cannot be served.
    case activation(ActivationError)
    /// There are two control sockets: systemd's, and one at this path.
    case twoSockets(path: String)
    /// The event loop cannot start.
    case loop(LoopError)
    /// The control socket cannot be served.
    case socket(ControlServerError)
    /// Probes cannot be answered.
    case probes(ProbeSocketError)
    /// The launch cannot begin.
    case launch(reason: String)

    /// The sockets were already served.
    package var isOfLaunch: Bool {
        if case .launch = self { true } else { false }
    }

    /// The service was asked to stop before it had begun.
    package var isStop: Bool {
        switch self {
        case .socket(.isStopped): true
        case .probes(let error): error.isStop
        case .activation, .twoSockets, .loop, .socket, .launch: false
        }
    }

    /// The error number that `systemctl status` shows with the message, if a system call failed.
    package var errorNumber: Int32? {
        switch self {
        case .loop(let error): error.reason.rawValue
        case .socket(let error): error.errorNumber
        case .probes(.path(let error)): error.errorNumber
        case .probes(.port(_, let reason)): reason.rawValue
        case .probes(.loop(let error)): error.reason.rawValue
        case .activation(.cannotInherit(let number)): number
        case .activation, .twoSockets, .launch, .probes(.thread), .probes(.controlSocket),
            .probes(.ends):
            nil
        }
    }
}

extension ServingFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .activation(let error): "\(error)"
        case .twoSockets(let path):
            "systemd passed a control socket, and '\(path)' is named as another one; senders at "
                + "systemd's would wait for ever: leave one of them out"
        case .loop(let error): "\(error)"
        case .socket(let error): "\(error)" + (error.isOfPlace ? Self.otherPlace : "")
        case .probes(let error): "\(error)"
        case .launch(let reason): "cannot begin the launch: \(reason)"
        }
    }
}

extension ServingFailure {
    private static let otherPlace =
        "; be root, or name another place for the socket: 'slipwayd --socket PATH' or '--directory DIR', in a "
        + "terminal also by HOME and XDG_RUNTIME_DIR; in a program HostOptions.socket"
}

extension ControlServerError {
    /// The user cannot make a socket at this place, but may be able to elsewhere.
    fileprivate var isOfPlace: Bool {
        guard case .system(_, _, let reason) = self else { return false }
        return [EACCES, EPERM, EROFS].contains(reason.rawValue)
    }

    fileprivate var errorNumber: Int32? {
        switch self {
        case .system(_, _, let code): code.rawValue
        case .loop(let error): error.reason.rawValue
        default: nil
        }
    }
}
