import Slipway
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// Whoever gets a credential may repeat it: no message does.
@Suite(.timeLimit(.minutes(10)))
struct RepeatedSecretTests {
    private static let secret = "hunter2-hunter2"
    private static let key = Template(segments: [.reference(.credential("key"))])
    private let runner = BodyRunner.quiet()

    private func failure(_ body: BodySpecification) async -> String {
        do {
            let values = TemplateValues(credentials: Credentials(["key": Self.secret]))
            let value = try await runner.run(body, values: values)
            return "no failure: \(value.compact)"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        arguments: [
            (.status("499 \(secret)"), "/: 499 ***; expected 200 to 299"),
            (.redirect("302 Found", to: "/\(secret)"), "/***: 200 OK; expected 201"),
            (
                .status("201 Created", headers: ["Content-Type: \(secret)"], body: "a"),
                "/: cannot read the answer as JSON: byte 0: unexpected 'a', of 1 bytes; it is of type '***'"
            ),
            (
                .status(
                    "201 Created",
                    headers: ["Content-Type: text/html"],
                    // It would be cut off in the middle.
                    body: "<p>" + String(repeating: "x", count: 52) + secret
                ),
                "/: cannot read the answer as JSON: byte 0: unexpected '<', of 70 bytes; it is of type "
                    + "'text/html', and begins '<p>\(String(repeating: "x", count: 52))***'"
            ),
        ] as [(HTTPTestServer.Answer, String)]
    )
    func aServerThatRepeatsItIsNotQuotedWithIt(
        answer: HTTPTestServer.Answer,
        words: String
    ) async throws {
        let server = try HTTPTestServer { request in
            guard request.lines.contains("Authorization: \(Self.secret)") else { return nil }
            return request.lines[0].hasPrefix("GET / ") ? answer : .ok("")
        }
        let failure = await failure(
            .http(
                HTTPSpecification(
                    url: "http://127.0.0.1:\(server.port)/",
                    headers: ["Authorization": Self.key],
                    expect: words.contains("201") || words.contains("JSON") ? [201] : nil
                )
            )
        )
        await runner.shutdown()
        server.stop()
        #expect(failure == "GET http://127.0.0.1:\(server.port)" + words)
    }

    @Test(
        arguments: [
            ("echo \"no $KEY here\" >&2; exit 3", "'/bin/sh' exited with 3: no *** here"),
            ("cat >&2; exit 3", "'/bin/sh' exited with 3: ***"),
            ("echo \"$KEY\" >&2; kill -9 $$", "'/bin/sh' was killed by SIGKILL; it last said: ***"),
        ]
    )
    func aProgramThatRepeatsItIsNotQuotedWithIt(script: String, words: String) async throws {
        let failure = await failure(
            .shell(script, environment: ["KEY": Self.key], stdin: Self.key)
        )
        #expect(failure == words)
    }

    /// What is done with it, the file says.
    @Test func theValueOfAProgramIsItsOwn() async throws {
        let body = BodySpecification.shell(
            "echo \"$KEY\"",
            environment: ["KEY": Self.key],
            output: .text
        )
        #expect(await failure(body) == "no failure: \"\(Self.secret)\"")
    }
}
