import Slipway
import Testing

@testable import SlipwayHost

/// The answers to probes, by the state of the service.
struct ProbedServiceTests {
    private static func service(
        _ phase: Phase,
        hasBeenReady: Bool,
        line: String? = nil,
        heldFor: Duration? = nil
    ) -> ProbedService {
        ProbedService(
            phase: phase,
            hasBeenReady: hasBeenReady,
            line: line,
            heldFor: heldFor,
            patience: .seconds(10)
        )
    }

    private func answer(_ service: ProbedService, _ path: String) -> ProbeResponse {
        service.response(to: ProbeRequest(method: "GET", path: path))
    }

    @Test(
        arguments: [
            (.starting, false, false, false), (.ready(degraded: false), true, true, true),
            (.ready(degraded: true), true, true, true), (.stopping, true, true, false),
            (.stopping, false, false, false), (.stopped, true, true, false),
            (.stopped, false, false, false), (.failed, true, true, false),
            (.failed, false, false, false),
        ] as [(Phase, Bool, Bool, Bool)]
    )
    func eachPhaseHasItsAnswers(phase: Phase, hasBeenReady: Bool, startup: Bool, ready: Bool) {
        let service = Self.service(phase, hasBeenReady: hasBeenReady)
        #expect(answer(service, "/startup").status == (startup ? .ok : .unavailable))
        #expect(answer(service, "/ready").status == (ready ? .ok : .unavailable))
        #expect(answer(service, "/live").status == .ok)
        #expect(answer(service, "/ready").text == phase.word)
    }

    @Test(
        arguments: [
            (nil, .ok), (.zero, .ok), (.seconds(10), .ok), (.milliseconds(10_001), .unavailable),
        ] as [(Duration?, ProbeResponse.Status)]
    )
    func aMainQueueThatIsKeptForLongerThanTheWatchdogWaitsIsNotLive(
        heldFor: Duration?,
        status: ProbeResponse.Status
    ) {
        let service = Self.service(.ready(degraded: false), hasBeenReady: true, heldFor: heldFor)
        #expect(answer(service, "/live").status == status)
        #expect(answer(service, "/ready").status == .ok)
        guard status == .unavailable else { return }
        #expect(answer(service, "/live").text == "the main queue has been held up for 10.001s")
    }

    @Test func theLineOfStatusIsTheText() {
        let line = "Starting: 3/7 operations, waiting for user-data 1.2s"
        let service = Self.service(.starting, hasBeenReady: false, line: line)
        for path in ["/startup", "/ready", "/live"] { #expect(answer(service, path).text == line) }
    }

    @Test(
        arguments: [
            ("GET", "/", .notFound), ("GET", "/ready/", .notFound), ("GET", "/Ready", .notFound),
            ("POST", "/metrics", .notFound), ("GET", "*", .notFound),
            ("POST", "/ready", .methodNotAllowed), ("get", "/ready", .methodNotAllowed),
            ("OPTIONS", "/live", .methodNotAllowed), ("HEAD", "/ready", .ok),
        ] as [(String, String, ProbeResponse.Status)]
    )
    func otherRequestsAreToldWhatThereIs(
        method: String,
        path: String,
        status: ProbeResponse.Status
    ) {
        let service = Self.service(.ready(degraded: false), hasBeenReady: true)
        let response = service.response(to: ProbeRequest(method: method, path: path))
        #expect(response.status == status)
        let text = String(decoding: response.bytes, as: UTF8.self)
        #expect(text.contains("\r\nAllow: GET, HEAD\r\n") == (status == .methodNotAllowed))
    }

    @Test(
        arguments: [
            (.malformed("it has no Host"), 400), (.hasBody, 400), (.tooLarge, 431), (.version, 505),
        ] as [(ProbeFault, Int)]
    )
    func faultsHaveTheirStatus(fault: ProbeFault, status: Int) {
        #expect(ProbedService.response(to: fault).status.rawValue == status)
    }

    @Test func anAnswerIsWholeAndIsNotKept() {
        let response = ProbeResponse(status: .unavailable, text: "Starting: é")
        let head = """
            HTTP/1.1 503 Service Unavailable\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: 13\r
            Cache-Control: no-store\r
            Connection: close\r
            \r

            """
        #expect(String(decoding: response.bytes, as: UTF8.self) == head + "Starting: é\n")
        var other = response
        other.isHead = true
        #expect(String(decoding: other.bytes, as: UTF8.self) == head)
    }
}
