internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystem

/// A `deliver` body with its request written: one connection, on which one line goes to the program
/// and one comes back.
struct DeliverBody {
    private static let firstInterval = Duration.milliseconds(1)
    private static let longestInterval = Duration.milliseconds(100)
    /// No action has a longer timeout, which ends the body.
    private static let longest = Duration.seconds(10_000 * 3600)

    /// The operation of the program.
    private let program: String
    /// The socket's path, for messages.
    private let socket: String
    private let address: SocketAddress
    private let id: String
    private let request: [UInt8]
    /// Hides secrets in the words of the program, which may repeat them.
    private let redaction: Redaction

    init(
        _ specification: DeliverSpecification,
        of owner: BodyOwner,
        values: TemplateValues
    ) throws {
        program = specification.program.name
        socket = try specification.socket.name(values)
        guard let address = SocketAddress(unix: try specification.socket.render(values)) else {
            let reason = "a socket's path has 1 to \(SocketAddress.longestPath) bytes"
            throw DeliveryError.notConnected(program: program, socket: socket, reason: reason)
        }
        self.address = address
        id = owner.action?.description ?? ""
        redaction = values.credentials.redaction
        let line: JSON = [
            "id": .string(id), "kind": .string(owner.name),
            "attempt": .integer(Int64(owner.attempt)), "payload": values.payload ?? [:],
        ]
        request = Array("\(line.compact)\n".utf8)
    }

    /// Delivers the action and waits for its end.
    ///
    /// Cancelling the task closes the connection.
    ///
    /// - Parameters:
    ///   - programs: Where the program is supervised.
    ///   - lacks: Called with each reason for which the body waits, if it differs from the one
    ///     before.
    /// - Returns: The handler's value; null for none.
    /// - Throws: ``DeliveryError``; ``DeliveryInterrupted`` when the connection was lost before the
    ///   answer; `Cancelled` with how far it was; `LoopError`.
    func run(
        by programs: Programs,
        lacks: @Sendable (String) -> Void
    ) async throws -> JSON {
        var interval = Self.firstInterval
        var trouble = "no connection attempt yet"
        var told: String?
        func tell(_ words: String) {
            if words != told { lacks(words) }
            told = words
        }
        do {
            while true {
                try Task.checkCancellation()
                switch connection() {
                case .success(let descriptor):
                    // A wait for the answer is told only after another wait was.
                    if told != nil { tell("waits for the answer of '\(program)'") }
                    switch try await exchange(on: descriptor) {
                    case .done(let value): return value
                    case .notTaken(let reason): trouble = reason
                    }
                case .failure(let reason): trouble = try await self.trouble(reason, programs)
                }
                tell("waits for socket \(socket) of '\(program)': \(trouble)")
                try await pause(for: interval)
                interval = min(interval * 2, Self.longestInterval)
            }
        } catch is CancellationError {
            throw Cancelled("still waiting for socket \(socket) of '\(program)': \(trouble)")
        }
    }

    /// Tries to connect, which a Unix socket answers at once.
    private func connection() -> Result<Int32, ErrorNumber> {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return .failure(.current) }
        guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            let reason = ErrorNumber.current
            close(descriptor)
            return .failure(reason)
        }
        return .success(descriptor)
    }

    /// Why there is no connection yet.
    ///
    /// - Throws: There cannot be a connection any more.
    private func trouble(
        _ reason: ErrorNumber,
        _ programs: Programs
    ) async throws(DeliveryError) -> String {
        guard reason.isShortage || [ENOENT, ECONNREFUSED, EINTR].contains(reason.rawValue) else {
            throw .notConnected(program: program, socket: socket, reason: "\(reason)")
        }
        switch await programs.status(program)?.state {
        case .stopped, .ended: throw .notRunning(program: program)
        case .starting, .running, .stopping, .pausing, nil: return "\(reason)"
        }
    }

    /// The result of a connection.
    private enum Exchange {
        /// The action is done, with the handler's value.
        case done(JSON)
        /// The program has not taken the action, for this reason.
        case notTaken(String)
    }

    /// Delivers the action on a connection.
    private func exchange(on descriptor: Int32) async throws -> Exchange {
        let connection = DeliveryConnection(descriptor, request)
        let end = await firstAnswer(within: Self.longest) {
            (answer: Promise<TryEnd<DeliveryConnection.End>>) in
            Loop.post { connection.start { answer.resolve(.answered($0)) } }
        }
        Loop.post { connection.close() }
        switch end {
        case .answered(.line(let line)):
            return .done(
                try DeliveryAnswer(parsing: line, to: id, program)
                    .value(program, hiding: redaction)
            )
        case .answered(.notTaken): return .notTaken("it closed the connection without reading")
        case .answered(.notSent(let reason)) where reason.isShortage:
            return .notTaken("\(reason)")
        case .answered(.notSent(let reason)):
            throw DeliveryError.notSent(program: program, socket: socket, reason: "\(reason)")
        case .answered(.lost): throw DeliveryInterrupted(program: program, socket: socket)
        case .answered(.misunderstood(let reason)):
            throw DeliveryError.misunderstood(program: program, reason: reason)
        case .answered(.failed(let error)): throw error
        case .timedOut, .cancelled: throw Cancelled("'\(program)' has not answered yet")
        }
    }
}
