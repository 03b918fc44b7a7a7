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
    /// Its launch failed, in these words, and has not taken the call.
    case failed(String)
    /// The service went away: whether it has taken the call is not known.
    case lost
}

/// An error of who finds no socket of a service.
package protocol ServiceAbsence: Error {}

extension Trouble {
    /// The trouble behind the error of a call; `nil` if the next one would meet the same.
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
