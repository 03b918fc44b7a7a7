internal import Glibc
internal import Slipway
internal import SlipwayControl
internal import SlipwaySystemd

/// Why a daemon with a good configuration cannot begin.
enum DaemonError: Error {
    /// What systemd passed is no socket that can be served.
    case activation(ActivationError)
    /// The control socket cannot be served.
    case socket(ControlServerError)
    /// The plan is wrong although its configuration was not.
    case graph(GraphFaults)

    /// What `systemctl status` shows beside the message.
    var errorNumber: Int32 {
        switch self {
        case .socket(.alreadyRunning): EADDRINUSE
        case .socket(.system(_, _, let code)): code
        case .activation, .socket, .graph: EINVAL
        }
    }
}

extension DaemonError: CustomStringConvertible {
    var description: String {
        switch self {
        case .activation(let error): "\(error)"
        case .socket(let error): "\(error)"
        case .graph(let error): "\(error)"
        }
    }
}
