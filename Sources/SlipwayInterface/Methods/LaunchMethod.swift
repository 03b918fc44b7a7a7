package import SlipwayJSON
package import SlipwayVarlink

/// A method of `org.slipway.Launch` with its parameters: what a client sends and a service answers.
///
/// The row of a method says everything that the interface definition, the dispatch and a client's
/// call need.
package protocol LaunchMethod: Record, Hashable {
    associatedtype Reply: Record

    static var row: MethodRow { get }

    /// Reads a reply of the method; the reply of a newer service may have words that this build
    /// does not know.
    static func reply(_ json: JSON) throws(JSONFieldError) -> Reply
}

extension LaunchMethod {
    package static func reply(_ json: JSON) throws(JSONFieldError) -> Reply {
        try Reply(reply: json)
    }

    /// The whole name of the method.
    package static var name: String { "\(LaunchInterface.name).\(row.name)" }

    /// The call.
    package func call(_ mode: VarlinkCall.Mode = .single) -> VarlinkCall {
        VarlinkCall(Self.name, object(), mode: mode)
    }
}

/// The name of a method, its access, and its meaning.
package struct MethodRow: Hashable, Sendable {
    /// The name in the interface.
    package let name: String
    /// The right that a caller needs.
    package let access: Access
    /// The method sends several replies to a caller that wants them.
    package let streams: Bool
    /// The meaning, for the interface definition.
    package let words: String

    package init(_ name: String, _ access: Access, streams: Bool = false, _ words: String) {
        self.name = name
        self.access = access
        self.streams = streams
        self.words = words
    }
}

/// The right that a caller of a method needs.
package enum Access: Hashable, Sendable {
    /// Every caller, also on the observing socket.
    case observe
    /// Every caller, also on the observing socket; but only the sender of an action and operators
    /// see its payload, key and result.
    case observeOwn
    /// Every caller on the control socket; a kind's `allow` may narrow that.
    case send
    /// The sender of the action that the call is about, and operators.
    case own
    /// Operators.
    case operate

    /// A method with this access changes nothing.
    package var isObserving: Bool {
        switch self {
        case .observe, .observeOwn: true
        case .send, .own, .operate: false
        }
    }
}

/// The methods of `org.slipway.Launch`.
package enum Method {
    package static let all =
        reports + actions + queues + operations + programs + values
        + generations
}
