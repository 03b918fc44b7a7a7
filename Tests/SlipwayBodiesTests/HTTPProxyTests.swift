import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPProxyTests {
    /// A proxy that answers with what it was asked.
    private let proxy: HTTPTestServer

    init() throws {
        proxy = try HTTPTestServer { request in
            request.lines[0].hasPrefix("CONNECT ")
                ? .status("403 Forbidden") : .ok("\"\(request.lines[0])\"")
        }
    }

    /// The outcome of a request; `PROXY` in a variable is that proxy, `NONE` one that is not there.
    private func outcome(_ url: String, _ environment: [String: String]) async throws -> String {
        let none = try HTTPTestServer.unusedPort()
        let runner = BodyRunner.quiet(
            environment.mapValues {
                $0.replacing("PROXY", with: "127.0.0.1:\(proxy.port)")
                    .replacing("NONE", with: "127.0.0.1:\(none)")
            }
        )
        let request = HTTPSpecification(url: Template(literal: url), tryTimeout: .seconds(5))
        let result: String
        do {
            result = try await runner.run(.http(request)).compact
        } catch {
            result = "\(error)".replacing("\(none)", with: "NONE")
        }
        await runner.shutdown()
        return result
    }

    @Test(
        arguments: [
            ["http_proxy": "http://PROXY"], ["http_proxy": "PROXY/"],
            ["all_proxy": "http://u:p@PROXY"],
            ["ALL_PROXY": "http://PROXY"],
            ["http_proxy": "http://PROXY", "all_proxy": "http://NONE"],
            ["http_proxy": "http://PROXY", "no_proxy": "invalid.example, 192.0.2.2"],
        ]
    )
    func aProxyOfTheEnvironmentGetsTheRequest(environment: [String: String]) async throws {
        for url in ["http://a.example.invalid/b?c=d", "http://192.0.2.1/"] {
            #expect(try await outcome(url, environment) == "\"GET \(url) HTTP/1.1\"")
        }
        proxy.stop()
    }

    /// `HTTP_PROXY` may be a header of somebody who calls a web server.
    @Test(
        arguments: [
            ["HTTP_PROXY": "http://PROXY"], ["https_proxy": "http://PROXY"], ["http_proxy": ""],
            ["http_proxy": "", "all_proxy": "http://PROXY"],
            ["http_proxy": "http://PROXY", "no_proxy": "*"],
            ["http_proxy": "http://PROXY", "no_proxy": "b.invalid,.-.invalid"],
            ["http_proxy": "http://PROXY", "NO_PROXY": "b.invalid -.invalid"],
        ]
    )
    func whatIsExceptedGoesWithoutAProxy(environment: [String: String]) async throws {
        // An invalid label: refused without a question to the network.
        let reason = try await outcome("http://-.invalid/", environment)
        let own = "GET http://-.invalid/: cannot resolve '-.invalid': Name or service not known"
        let ofLibrary =
            "GET http://-.invalid/: could not resolve host: -.invalid; check the name and the network"
        #expect([own, ofLibrary].contains(reason), "\(reason)")
        proxy.stop()
    }

    @Test func aSecureRequestAsksTheProxyForAConnection() async throws {
        let environment = ["https_proxy": "http://PROXY", "http_proxy": "http://NONE"]
        #expect(
            try await outcome("https://a.invalid/", environment)
                == "GET https://a.invalid/: CONNECT tunnel failed, response 403"
        )
        proxy.stop()
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "localhost", "[::1]"])
    func thisMachineIsReachedWithoutAProxy(host: String) async throws {
        let reason = try await outcome("http://\(host):1/", ["http_proxy": "http://PROXY"])
        #expect(
            reason.hasPrefix("GET http://\(host):1/: Connection refused (ECONNREFUSED)"),
            "\(reason)"
        )
        proxy.stop()
    }

    @Test func aProxyThatIsNotThereIsNamed() async throws {
        let reason = try await outcome("http://a.invalid/", ["http_proxy": "http://NONE"])
        let start =
            "GET http://a.invalid/: Connection refused (ECONNREFUSED): failed to connect to "
        #expect(reason.hasPrefix("\(start)127.0.0.1 port NONE"), "\(reason)")
        proxy.stop()
    }

    @Test func thePasswordOfAProxyIsNotShown() async throws {
        let environment = ["http_proxy": "ftp://user:secret@PROXY"]
        let reason = try await outcome("http://a.invalid/", environment)
        #expect(reason.hasPrefix("GET http://a.invalid/: "), "\(reason)")
        #expect(!reason.contains("secret"), "\(reason)")
        proxy.stop()
    }
}
