package import SlipwayJSON

/// A method call, sent as one frame.
package struct VarlinkCall: Hashable, Sendable {
    /// The replies that the caller wants; the protocol's three flags exclude each other.
    package enum Mode: String, Hashable, Sendable {
        /// Exactly one reply.
        case single
        /// No reply, not even an error.
        case oneway
        /// As many replies as the method has to give.
        case more
        /// One reply, then another protocol on the same connection.
        case upgrade
    }

    /// The whole name: `interface.Method`.
    package var method: String
    /// The parameters; absent ones are empty.
    package var parameters: JSONObject
    /// The replies that the caller wants.
    package var mode: Mode

    /// Creates a call.
    package init(_ method: String, _ parameters: JSONObject = [:], mode: Mode = .single) {
        self.method = method
        self.parameters = parameters
        self.mode = mode
    }

    /// The part of ``method`` before its last dot; empty without a dot.
    package var interface: String {
        method.lastIndex(of: ".").map { String(method[..<$0]) } ?? ""
    }

    /// The part of ``method`` after its last dot; all of it without a dot.
    package var member: String {
        method.lastIndex(of: ".").map { String(method[method.index(after: $0)...]) } ?? method
    }
}

extension VarlinkCall {
    /// Reads a frame as ``FrameSplitter/next()`` returns it.
    ///
    /// - Throws: Why the frame is not a call; close the connection.
    package init(decoding frame: [UInt8]) throws(WireFault) {
        let header = try Header(
            frame,
            known: ["method", "parameters", "oneway", "more", "upgrade"]
        )
        let name = try header.text("method")
        guard let name, !name.isEmpty else { throw .missingMethod }
        var modes: [Mode] = []
        for mode in [Mode.oneway, .more, .upgrade] where try header.flag(mode.rawValue) {
            modes.append(mode)
        }
        guard modes.count <= 1 else { throw .contradiction(modes.map(\.rawValue)) }
        self.init(name, try header.parameters(), mode: modes.first ?? .single)
    }

    /// The call as a frame, with its NUL.
    package var frame: [UInt8] {
        var message: JSONObject = ["method": .string(method)]
        if !parameters.isEmpty { message["parameters"] = .object(parameters) }
        if mode != .single { message[mode.rawValue] = true }
        return JSON.object(message).bytes + [0]
    }
}
