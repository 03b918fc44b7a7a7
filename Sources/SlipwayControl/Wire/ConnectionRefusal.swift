internal import SlipwayJSON

/// Why a server refuses a connection or a waiting call: errors of `org.slipway.Launch`, as a value
/// for server and client.
package enum ConnectionRefusal: Error, Hashable, Sendable {
    /// The caller's user holds `yours` connections of `limit` allowed, for that user or in all; the
    /// connection is closed.
    case tooManyConnections(limit: Int, yours: Int)
    /// The same for calls that wait for their last reply; the connection stays usable.
    case tooManyWaiting(limit: Int, yours: Int)
}

extension ConnectionRefusal {
    private static let prefix = "org.slipway.Launch."

    /// The refusal as an error reply.
    package var varlinkError: VarlinkError {
        let (name, limit, yours) =
            switch self {
            case .tooManyConnections(let limit, let yours): ("TooManyConnections", limit, yours)
            case .tooManyWaiting(let limit, let yours): ("TooManyWaiting", limit, yours)
            }
        return VarlinkError(
            Self.prefix + name,
            ["limit": .integer(Int64(limit)), "yours": .integer(Int64(yours))]
        )
    }

    /// Reads an error reply; `nil` for another error, or with other parameters.
    package init?(_ error: VarlinkError) {
        guard let limit = error.parameters["limit"]?.integerValue,
            let yours = error.parameters["yours"]?.integerValue
        else { return nil }
        switch error.name {
        case Self.prefix + "TooManyConnections":
            self = .tooManyConnections(limit: Int(limit), yours: Int(yours))
        case Self.prefix + "TooManyWaiting":
            self = .tooManyWaiting(limit: Int(limit), yours: Int(yours))
        default: return nil
        }
    }
}

extension ConnectionRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooManyConnections(let limit, let yours):
            "cannot connect: too many connections: you hold \(yours), the limit is \(limit); "
                + "close some, or try again"
        case .tooManyWaiting(let limit, let yours):
            "cannot wait: too many calls wait: \(yours) of yours, the limit is \(limit); "
                + "what was asked for is done all the same"
        }
    }
}
