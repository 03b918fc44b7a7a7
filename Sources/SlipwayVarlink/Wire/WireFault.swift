internal import SlipwayJSON

/// Why a message is not Varlink; a service answers it with an error, and closes the connection.
package enum WireFault: Error, Hashable, Sendable {
    /// A frame is longer than `limit` bytes.
    case frameTooLong(limit: Int)
    /// A frame is not JSON.
    case json(offset: Int, reason: String)
    /// A frame is JSON, but not an object.
    case notAnObject
    /// A call names no method.
    case missingMethod
    /// A member that Varlink does not define and that is no vendor's: its name has no dot.
    case unknownMember(String)
    /// A member does not have the type that Varlink defines.
    case wrongType(member: String, expected: String)
    /// A call sets more than one of `oneway`, `more` and `upgrade`, or an error reply sets
    /// `continues`.
    case contradiction([String])

    init(_ error: JSONError) {
        self = .json(offset: error.offset, reason: error.reason.description)
    }
}

extension WireFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .frameTooLong(let limit): "cannot read message: longer than \(limit) bytes"
        case .json(let offset, let reason): "cannot read message: byte \(offset): \(reason)"
        case .notAnObject: "cannot read message: not a JSON object"
        case .missingMethod: "cannot read call: 'method' is missing; expected 'interface.Method'"
        case .unknownMember(let name):
            "cannot read message: unknown member '\(name)'; only vendors' members with a dot may "
                + "be added"
        case .wrongType(let member, let expected):
            "cannot read message: '\(member)' is not \(expected)"
        case .contradiction(let names):
            "cannot read message: \(names.map { "'\($0)'" }.joined(separator: " and ")) together"
        }
    }
}
