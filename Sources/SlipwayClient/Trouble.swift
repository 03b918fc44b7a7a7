internal import Glibc
internal import SlipwayInterface
internal import SlipwaySystem
internal import SlipwayVarlink

/// The trouble that a call to a service met, which may pass by itself.
package enum Trouble: Hashable, Sendable {
    /// There is no socket.
    case absent
    /// A service starts or has no room in its backlog, and has not taken the call.
    case notTaken
    /// A service is ending, and has not taken the call.
    case stopping
    /// The launch of the service failed, in these words; the service has not taken the call.
    case failed(String)
    /// The service went away; whether it has taken the call is not known.
    case lost
}

/// An error that says that a service has no socket.
package protocol ServiceAbsence: Error {}

extension Trouble {
    /// The trouble behind the error of a call; `nil` if the next call would meet the same error.
    package init?(_ error: any Error) {
        switch error {
        case is any ServiceAbsence: self = .absent
        case let error as ClientError where error.kind == .unreachable: self = .absent
        case ControlClientError.cannotConnect(_, let reason):
            switch reason.rawValue {
            case ENOENT: self = .absent
            // EAGAIN: the backlog is full, and may have room later.
            case ECONNREFUSED, ECONNRESET, EAGAIN: self = .notTaken
            default: return nil
            }
        case ControlClientError.refused(let error):
            switch LaunchRefusal(error) {
            case .shuttingDown: self = .stopping
            case .launchFailed?: self = .failed(LaunchRefusal(error)?.description ?? "")
            default: return nil
            }
        case ControlClientError.closed: self = .lost
        default: return nil
        }
    }
}
