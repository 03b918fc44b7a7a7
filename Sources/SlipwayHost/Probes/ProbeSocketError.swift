internal import Glibc
package import SlipwayControlServer
package import SlipwayLoop
package import SlipwaySystem

/// Why probes cannot be answered at a place.
package enum ProbeSocketError: Error, Hashable, Sendable {
    /// The path leads to a control socket of the service.
    case controlSocket(String)
    /// The service ends.
    case ends
    /// The Unix socket cannot be made.
    case path(ControlServerError)
    /// The kernel refuses the port.
    case port(ListenAddress, ErrorNumber)
    /// The event loop cannot take the socket.
    case loop(LoopError)
    /// There is no thread that could wait for the place.
    case thread(String)

    /// A signal asked the daemon to stop meanwhile.
    var isStop: Bool {
        if case .path(.isStopped) = self { true } else { false }
    }
}

extension ProbeSocketError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .controlSocket(let path):
            "cannot answer probes at \(path): it is the control socket of this service; choose another path "
                + "in \(Self.key)"
        case .ends: "cannot answer probes at a new place: the service ends"
        case .path(let error): "cannot answer probes: \(error)"
        case .port(let address, let reason):
            "cannot answer probes at \(address): \(reason)\(Self.advice(reason))"
        case .loop(let error): "cannot answer probes: \(error)"
        case .thread(let reason): "cannot answer probes: \(reason)"
        }
    }

    /// The names of the settings of the place.
    private static let key = "probes.listen, or HostOptions.probes"

    private static func advice(_ reason: ErrorNumber) -> String {
        switch reason.rawValue {
        case EADDRINUSE:
            "; another process has the port ('ss --listening --tcp --processes' shows which): end it, or "
                + "choose another port in \(key)"
        case EADDRNOTAVAIL:
            "; it is no address of this machine ('ip address' shows them); choose one in \(key)"
        case EACCES, EPERM:
            "; choose a port from 1024 on, or let the service have CAP_NET_BIND_SERVICE"
        case EAFNOSUPPORT:
            "; the machine, or RestrictAddressFamilies= of the unit, has no addresses of this kind"
        default: ""
        }
    }
}
