internal import Glibc
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwaySystem
internal import SlipwayVarlink

extension SendRetry.Trouble {
    /// The trouble behind the error of a try; `nil` if the next one would meet the same.
    init?(_ error: any Error) {
        switch error {
        case is NoSocket: self = .absent
        case ControlClientError.cannotConnect(_, let reason):
            switch reason.rawValue {
            case ENOENT: self = .absent
            // EAGAIN: the backlog is full, and may have room later.
            case ECONNREFUSED, ECONNRESET, EAGAIN: self = .notTaken
            default: return nil
            }
        case ControlClientError.refused(let error) where LaunchRefusal(error) == .shuttingDown:
            self = .notTaken
        case ControlClientError.closed: self = .lost
        default: return nil
        }
    }
}
