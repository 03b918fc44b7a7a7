package import SlipwayJSON
internal import SlipwayVarlink

/// A connection to a daemon, for one thread; its calls block and need no event loop.
package final class ControlClient {
    /// The longest reply in bytes: longer than a daemon's report of half a million operations.
    package static let longestReply = 256 * 1024 * 1024
    /// The usual time limit of a reply, and the longest time in which a service may answer nothing
    /// at all during a call without a limit.
    package static let patience = Duration.seconds(45)

    /// The longest wait for room in the backlog of a service.
    package static let longestRoomPatience = Duration.seconds(5)

    let path: String
    let socket: ClientSocket
    /// Called once for each time in which the service answers nothing; the call goes on waiting.
    package var onSilence: (SilentService) -> Void = { _ in }
    /// Asked every two seconds while nothing comes; false ends the call as if the service had closed the connection.
    package var goesOn: () -> Bool = { true }
    /// The work to do while a call waits for its reply; `nil` for none.
    package var pulse: Pulse? {
        get { socket.pulse }
        set { socket.pulse = newValue }
    }
    private var splitter: FrameSplitter

    /// Connects to a socket; blocks while the daemon's backlog is full.
    ///
    /// - Parameters:
    ///   - path: The socket.
    ///   - patience: How long to wait for room in the backlog: 1 ms to 5 s.
    ///   - longestReply: The most bytes of a reply that are taken.
    /// - Throws: ``ControlClientError/cannotConnect(path:_:)``; `EAGAIN` when no room came in time.
    package init(
        path: String,
        patience: Duration = longestRoomPatience,
        longestReply: Int = longestReply
    ) throws(ControlClientError) {
        let patience = min(max(patience, .milliseconds(1)), Self.longestRoomPatience)
        self.path = path
        splitter = FrameSplitter(limit: longestReply)
        socket = try ClientSocket(path: path, patience: patience)
        judgeSilences()
    }

    /// The process that listens on the socket, as the kernel noted it; `nil` if that is not known.
    package var peer: Int32? { socket.peer }

    /// Sends a call of a method, whose reply is taken later with ``reply(to:timeout:)``.
    package func begin(
        _ method: String,
        _ parameters: JSON = [:],
        timeout: Duration
    ) throws(ControlClientError) {
        let deadline = CallDeadline(method: method, limit: timeout)
        try send(VarlinkCall(method, parameters.objectValue ?? [:]), by: deadline)
    }

    /// Waits for the reply to a call that was begun.
    package func reply(
        to method: String,
        timeout: Duration
    ) throws(ControlClientError) -> JSON {
        .object(try reply(by: CallDeadline(method: method, limit: timeout)).parameters)
    }

    /// Calls a method and waits for its reply.
    ///
    /// - Parameters:
    ///   - method: The whole name: `interface.Method`.
    ///   - parameters: An object.
    ///   - timeout: How long to wait; `nil` for no limit.
    /// - Returns: The output parameters, an object.
    /// - Throws: After ``ControlClientError/refused(_:)`` the connection stays usable, unless the
    ///   connection itself was refused (``ConnectionRefusal``); after any other error it does not.
    package func call(
        _ method: String,
        _ parameters: JSON = [:],
        timeout: Duration? = patience
    ) throws(ControlClientError) -> JSON {
        let deadline = CallDeadline(method: method, limit: timeout)
        try send(VarlinkCall(method, parameters.objectValue ?? [:]), by: deadline)
        return .object(try reply(by: deadline).parameters)
    }

    /// Calls a method and passes each of its replies on.
    ///
    /// - Parameters:
    ///   - method: The whole name: `interface.Method`.
    ///   - parameters: An object.
    ///   - timeout: How long to wait for the next reply, evaluated for each one; `nil` for no
    ///     limit.
    ///   - onReply: Takes the output parameters and whether further replies follow. `false` ends
    ///     the call and closes the connection.
    /// - Throws: ``ControlClientError``, or what `onReply` throws, which closes the connection.
    package func stream(
        _ method: String,
        _ parameters: JSON = [:],
        timeout: @autoclosure () -> Duration? = nil,
        onReply: (JSON, _ continues: Bool) throws -> Bool
    ) throws {
        try send(
            VarlinkCall(method, parameters.objectValue ?? [:], mode: .more),
            by: CallDeadline(method: method, limit: timeout())
        )
        while true {
            let (parameters, continues) = try reply(
                by: CallDeadline(method: method, limit: timeout())
            )
            let goesOn: Bool
            do {
                goesOn = try onReply(.object(parameters), continues)
            } catch {
                socket.close()
                throw error
            }
            guard continues else { return }
            guard goesOn else { return socket.close() }
        }
    }

    private func send(
        _ call: VarlinkCall,
        by deadline: CallDeadline
    ) throws(ControlClientError) {
        try socket.send(call.frame, by: deadline)
    }

    private func reply(
        by deadline: CallDeadline
    ) throws(ControlClientError) -> (parameters: JSONObject, continues: Bool) {
        while true {
            let reply: VarlinkReply?
            do throws(WireFault) {
                reply = try splitter.next().map { frame throws(WireFault) in
                    try VarlinkReply(decoding: frame)
                }
            } catch {
                socket.close()
                throw .malformedReply(method: deadline.method, error)
            }
            switch reply {
            case .parameters(let parameters, let continues): return (parameters, continues)
            case .error(let error): throw .refused(error)
            case nil: splitter.append(try socket.receive(by: deadline))
            }
        }
    }
}
