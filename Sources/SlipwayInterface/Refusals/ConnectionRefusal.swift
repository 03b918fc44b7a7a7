package import SlipwayVarlink

/// Why a server refuses a connection or a waiting call: errors of `org.slipway.Launch`, as a value
/// for server and client.
package enum ConnectionRefusal: Error, Hashable, Sendable {
    /// The caller's user holds `yours` connections of `limit` allowed, for that user or in all; the
    /// connection is closed.
    case tooManyConnections(limit: Int, yours: Int)
    /// The caller's user has `yours` calls that wait for their last reply, of `limit` allowed, for
    /// that user or in all; the connection stays usable.
    case tooManyWaiting(limit: Int, yours: Int)
}

extension ConnectionRefusal: InterfaceError {
    package static let interface = LaunchInterface.name

    package static let rows: [ErrorRow<ConnectionRefusal>] = [
        ErrorRow(
            "TooManyConnections",
            "The caller's user, or all together, have as many connections as there may be. The connection is "
                + "closed",
            .required("limit", .count, "How many there may be"),
            .required("yours", .count, "How many the caller's user has"),
            make: { .tooManyConnections(limit: $0, yours: $1) },
            take: { if case .tooManyConnections(let all, let own) = $0 { (all, own) } else { nil } }
        ),
        ErrorRow(
            "TooManyWaiting",
            "The caller's user, or all together, have as many calls waiting as there may be. What was asked "
                + "for is done all the same; the connection stays usable",
            .required("limit", .count, "How many there may be"),
            .required("yours", .count, "How many the caller's user has"),
            make: { .tooManyWaiting(limit: $0, yours: $1) },
            take: { if case .tooManyWaiting(let all, let own) = $0 { (all, own) } else { nil } }
        ),
    ]
}

extension ConnectionRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooManyConnections(let limit, let yours) where yours < limit || yours == 0:
            "cannot connect: there is no room for another connection beside the \(limit) that there are, "
                + "\(yours) of them yours; try again"
        case .tooManyConnections(let limit, let yours):
            "cannot connect: too many connections: you hold \(yours), the limit is \(limit); "
                + "close some, or try again"
        case .tooManyWaiting(let limit, let yours):
            "cannot wait: too many calls wait: \(yours) of yours, the limit is \(limit); "
                + "what was asked for is done all the same"
        }
    }
}
