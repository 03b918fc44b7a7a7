package import SlipwayJSON

/// One reply to a call, sent as one frame.
package enum VarlinkReply: Hashable, Sendable {
    /// The method's output; `continues` when further replies to the same call follow.
    case parameters(JSONObject, continues: Bool = false)
    /// The call failed; nothing follows.
    case error(VarlinkError)
}

extension VarlinkReply {
    /// Reads a frame as ``FrameSplitter/next()`` returns it.
    ///
    /// - Throws: Why the frame is not a reply; close the connection.
    package init(decoding frame: [UInt8]) throws(WireFault) {
        let header = try Header(frame, known: ["parameters", "continues", "error"])
        let continues = try header.flag("continues")
        let parameters = try header.parameters()
        guard let name = try header.text("error") else {
            self = .parameters(parameters, continues: continues)
            return
        }
        guard !continues else { throw .contradiction(["error", "continues"]) }
        self = .error(VarlinkError(name, parameters))
    }

    /// The reply as a frame, with its NUL; empty parameters are left out.
    package var frame: [UInt8] {
        var message: JSONObject = [:]
        switch self {
        case .parameters(let parameters, let continues):
            if !parameters.isEmpty { message["parameters"] = .object(parameters) }
            if continues { message["continues"] = true }
        case .error(let error):
            message["error"] = .string(error.name)
            if !error.parameters.isEmpty { message["parameters"] = .object(error.parameters) }
        }
        return JSON.object(message).bytes + [0]
    }
}
