import SlipwayConfiguration
import SlipwayLoop
import SlipwayProcess
import SlipwayTestSupport
import Testing

@testable import SlipwayBodies

/// Checks of programs by HTTP.
@Suite(.timeLimit(.minutes(10)))
struct HealthCheckTests {
    init() throws { try Loop.start() }

    private func failure(
        _ probe: ProbeSpecification,
        credentials: [String: String] = [:]
    ) async throws -> String? {
        let runner = BodyRunner.quiet()
        let values = TemplateValues(credentials: Credentials(credentials))
        let check = try await runner.check(.http(probe), within: .seconds(5), "web", values)
        let failure = await check()
        await runner.shutdown()
        return failure?.reason
    }

    @Test(
        arguments: [
            ("200 OK", nil, nil), ("302 Found", nil, nil), ("401 X", [401], nil),
            ("503 X", nil, "503 Service Unavailable"),
            ("200 OK", [204, 404], "200 OK; expected 204, 404"),
            ("555 No \u{1B}[31m", nil, "555 No \\u{1B}[31m"),
        ] as [(String, [Int]?, String?)]
    )
    func theStatusSaysIt(status: String, expect: [Int]?, failure: String?) async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/api"
        let server = try HTTPTestServer(path: path) { _ in
            .status(status, headers: ["Location: http://127.0.0.1:1/"])
        }
        let url = Template(literal: "http+unix://\(path.replacing("/", with: "%2F"))/health")
        #expect(
            try await self.failure(ProbeSpecification(url: url, expect: expect)) == failure
        )
        server.stop()
    }

    @Test func itsHeadersAreSentAndItsSecretsHidden() async throws {
        let server = try HTTPTestServer { request in
            let token = request.lines.first { $0.hasPrefix("Authorization: ") }
            return .status("555 \(token ?? "none")")
        }
        let failure = try await failure(
            ProbeSpecification(
                url: "http://127.0.0.1:\(server.port)/",
                headers: [
                    "Authorization": Template(segments: [.reference(.credential("token"))])
                ]
            ),
            credentials: ["token": "secret of eight"]
        )
        #expect(failure == "555 Authorization: ***")
        server.stop()
    }
}
