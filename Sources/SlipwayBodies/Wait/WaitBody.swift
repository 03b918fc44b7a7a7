internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwaySystem

/// A `wait` body with every template filled in.
struct WaitBody {
    private enum Target {
        case tcp(HostAndPort)
        case socket(SocketAddress)
        case file(String)
        case http(Probe)
    }

    private let name: String
    private let target: Target
    private let interval: Duration
    private let tryLimit: Duration

    init(_ specification: WaitSpecification, values: TemplateValues) throws {
        interval = specification.every
        tryLimit = specification.tryTimeout
        switch specification.target {
        case .tcp(let template):
            let address = try template.hostAndPort(values)
            name = "tcp \(address)"
            target = .tcp(address)
        case .socket(let template):
            let path = try template.render(values)
            name = "socket \(try template.name(values))"
            target = .socket(try Self.address(ofSocket: path, name))
        case .file(let template):
            let path = try template.render(values)
            name = "file \(try template.name(values))"
            guard !path.isEmpty else { throw WaitError(name, "not a path") }
            target = .file(path)
        case .http(let specification):
            let probe = try Probe(specification, values: values)
            name = probe.name
            target = .http(probe)
        }
    }

    private static func address(
        ofSocket path: String,
        _ name: String
    ) throws(WaitError) -> SocketAddress {
        guard !path.isEmpty else { throw WaitError(name, "not a path") }
        guard let address = SocketAddress(unix: path) else {
            throw WaitError(name, "the path is longer than \(SocketAddress.longestPath) bytes")
        }
        return address
    }

    /// Tries until the target is there, with an interval between tries.
    ///
    /// A wait that is already cancelled still tries once, so that its error has a reason.
    ///
    /// - Parameters:
    ///   - client: Sends requests.
    ///   - lacks: Called with what the body waits for, and with each failure that differs from the
    ///     one before.
    /// - Throws: `Cancelled` with the failure of the last try, so that a timeout says what it
    ///   waited for and what was wrong.
    func run(
        with client: SharedHTTPClient,
        lacks: @Sendable (String) -> Void
    ) async throws {
        try Loop.start()
        var last: String?
        lacks("waits for \(name)")
        do {
            while true {
                guard let failure = try await failure(with: client) else { return }
                if failure != last { lacks("waits for \(name): \(failure)") }
                last = failure
                try await pause(for: interval)
            }
        } catch is CancellationError {
            throw Cancelled("still waiting for \(name): \(last ?? noAnswer)")
        } catch let unanswered as Cancelled {
            throw Cancelled("still waiting for \(name): \(last ?? unanswered.description)")
        }
    }

    /// The failure while the first try has no answer.
    private var noAnswer: String {
        switch target {
        case .tcp, .socket, .http: "no answer to the connection attempt"
        case .file: "its file system does not answer"
        }
    }

    /// Tries once; `nil` if the target is there.
    private func failure(with client: SharedHTTPClient) async throws -> String? {
        switch target {
        case .tcp(let address): try await address.connectionFailure(within: tryLimit)?.reason
        case .socket(let address): try await address.connectionFailure(within: tryLimit)?.reason
        case .file(let path): try await FileLookup().failure(at: path).map { "\($0)" }
        case .http(let probe): try await probe.failure(with: client, within: tryLimit)?.reason
        }
    }
}
