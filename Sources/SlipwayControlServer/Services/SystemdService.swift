internal import SlipwayInterface
internal import SlipwayJSON
package import SlipwayVarlink

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
    ///   - setLogLevel: Sets the level for a caller; `false` if that one may not. Called on the
    ///     event loop; must not block.
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
            _ = try NoParameters(parametersOf: call)
            return [:]
        case "GetLogLevel":
            _ = try NoParameters(parametersOf: call)
            return ["level": .integer(Int64(logLevel()))]
        case "SetLogLevel":
            let level = try LogLevel(parametersOf: call).level ?? initialLevel
            guard setLogLevel(level, peer) else { throw .permissionDenied }
            return [:]
        default: throw .methodNotImplemented(call.method)
        }
    }
}

private struct LogLevel: Record {
    /// The level as in syslog: 0 to 7.
    var level: Int?

    static var blank: Self { Self() }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The level")
        try fields.optional("level", &level, .count(in: 0...7))
    }
}
