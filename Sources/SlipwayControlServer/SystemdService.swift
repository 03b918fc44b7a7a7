package import SlipwayControl
internal import SlipwayJSON

/// Answers `io.systemd.service`, the calls that systemd's own services have.
package struct SystemdService: VarlinkService {
    private let initialLevel: Int
    private let logLevel: @Sendable () -> Int
    private let setLogLevel: @Sendable (Int, Peer) -> Bool

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - logLevel: The maximum log level now, 0 to 7 as in syslog; a call without a level
    ///     restores the first one.
    ///   - setLogLevel: Sets it for a caller; `false` if that one may not. Called on the event
    ///     loop; must not block.
    package init(
        logLevel: @escaping @Sendable () -> Int,
        setLogLevel: @escaping @Sendable (Int, Peer) -> Bool
    ) {
        initialLevel = logLevel()
        self.logLevel = logLevel
        self.setLogLevel = setLogLevel
    }

    package var interfaces: [VarlinkInterface] { [.systemd] }

    package func call(_ call: VarlinkCall, from peer: Peer, reply: ReplySink) {
        do throws(VarlinkError) {
            reply.finish(try answer(call, from: peer))
        } catch {
            reply.fail(error)
        }
    }

    private func answer(
        _ call: VarlinkCall,
        from peer: Peer
    ) throws(VarlinkError) -> JSONObject {
        switch call.member {
        case "Ping":
            try call.expectNoParameters()
            return [:]
        case "GetLogLevel":
            try call.expectNoParameters()
            return ["level": .integer(Int64(logLevel()))]
        case "SetLogLevel":
            let level = try call.level() ?? initialLevel
            guard setLogLevel(level, peer) else { throw .permissionDenied }
            return [:]
        default: throw .methodNotImplemented(call.method)
        }
    }
}

extension VarlinkCall {
    fileprivate func expectNoParameters() throws(VarlinkError) {
        if let first = parameters.first { throw .invalidParameter(first.key) }
    }

    fileprivate func level() throws(VarlinkError) -> Int? {
        let level: Int?
        do throws(JSONFieldError) {
            level = try JSONFields.readAll(parameters) { fields throws(JSONFieldError) in
                try fields.optional("level", .count)
            }
        } catch {
            throw VarlinkError(error)
        }
        guard 0...7 ~= level ?? 0 else { throw .invalidParameter("level") }
        return level
    }
}
