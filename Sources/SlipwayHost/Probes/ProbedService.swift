internal import Slipway

/// The state of a service of which probes are told, at one instant.
struct ProbedService: Hashable {
    /// The phase of the launch that is in service.
    var phase: Phase
    /// The launch has been ready.
    var hasBeenReady: Bool
    /// The line of `STATUS=`; `nil` if it is not known yet.
    var line: String?
    /// For how long the main queue has given no sign of life; `nil` if nothing holds it up.
    var heldFor: Duration?
    /// The longest time without one, as for the watchdog of the service manager.
    var patience: Duration
}

extension ProbedService {
    /// The limit on a main queue that is held up, where no service manager sets one: that of
    /// `slipway@.service`.
    static let usualPatience = Duration.seconds(10)

    /// The answer to a request.
    func response(to request: ProbeRequest) -> ProbeResponse {
        let isHead = request.method == "HEAD"
        guard let path = Path(rawValue: request.path) else {
            let text = "no such path; there are /startup, /ready and /live"
            return ProbeResponse(status: .notFound, text: text, isHead: isHead)
        }
        guard isHead || request.method == "GET" else {
            return ProbeResponse(status: .methodNotAllowed, text: "the methods are GET and HEAD")
        }
        return ProbeResponse(
            status: holds(path) ? .ok : .unavailable,
            text: text(path),
            isHead: isHead
        )
    }

    /// The answer to bytes that are no request.
    static func response(to fault: ProbeFault) -> ProbeResponse {
        switch fault {
        case .malformed(let reason):
            ProbeResponse(status: .badRequest, text: "not a request of HTTP/1.1: \(reason)")
        case .hasBody:
            ProbeResponse(status: .badRequest, text: "a probe is a request without a body")
        case .version:
            ProbeResponse(status: .versionNotSupported, text: "the version is HTTP/1.1 or HTTP/1.0")
        case .tooLarge:
            ProbeResponse(
                status: .headTooLarge,
                text: "a request has at most \(ProbeRequestReader.limit) bytes"
            )
        }
    }

    private enum Path: String {
        case startup = "/startup"
        case ready = "/ready"
        case live = "/live"
    }

    private func holds(_ path: Path) -> Bool {
        switch path {
        case .startup: hasBeenReady
        case .ready: if case .ready = phase { true } else { false }
        case .live: !isHeldTooLong
        }
    }

    private var isHeldTooLong: Bool { heldFor.map { $0 > patience } ?? false }

    private func text(_ path: Path) -> String {
        if path == .live, isHeldTooLong, let heldFor {
            return "the main queue has been held up for \(heldFor.timespan)"
        }
        return line ?? phase.word
    }
}
