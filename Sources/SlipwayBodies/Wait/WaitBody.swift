import Glibc
import Slipway
import SlipwayConfiguration

/// A wait about to begin: every template filled in.
struct WaitBody {
    private enum Target {
        case tcp(HostAndPort)
        case socket(UnixAddress)
        case file(String)
        case http(HTTPProbe)
    }

    private let name: String
    private let target: Target
    private let pause: Duration

    init(_ specification: WaitSpecification, values: TemplateValues) throws {
        pause = specification.every
        switch specification.target {
        case .tcp(let template):
            let address = try template.render(values)
            name = "tcp \(address)"
            target = .tcp(try HostAndPort(address))
        case .socket(let template):
            let path = try template.render(values)
            name = "socket \(path)"
            target = .socket(try UnixAddress(path))
        case .file(let template):
            let path = try template.render(values)
            name = "file \(path)"
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw WaitError(name, "not a path")
            }
            target = .file(path)
        case .http(let template):
            let probe = HTTPProbe(url: try template.render(values))
            name = probe.name
            target = .http(probe)
        }
    }

    /// Tries until it is there; between two tries, sleeps.
    ///
    /// Even when already cancelled it tries once, so that there is something to say.
    ///
    /// - Throws: `Cancelled`, with why the last try failed: a timeout has to say what it waited
    ///   for and what was wrong.
    func run(with clients: HTTPClients) async throws {
        var reason = "not tried yet"
        do {
            while true {
                guard let failure = try await failure(with: clients) else { return }
                reason = failure
                try await Task.sleep(for: pause)
            }
        } catch is CancellationError {
            throw Cancelled("still waiting for \(name): \(reason)")
        }
    }

    /// Tries once; `nil` if it is there.
    private func failure(with clients: HTTPClients) async throws(CancellationError) -> String? {
        switch target {
        case .tcp(let address): try await address.connectionFailure()
        case .socket(let address): try await address.connectionFailure()
        case .file(let path): access(path, F_OK) == 0 ? nil : systemErrorText(errno)
        case .http(let probe): try await probe.failure(with: clients)
        }
    }
}
