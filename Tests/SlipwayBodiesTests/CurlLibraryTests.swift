import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayLoop
import SlipwayOperations
import Testing

@testable import SlipwayBodies

@Suite(.timeLimit(.minutes(10)))
struct CurlLibraryTests {
    init() throws { try Loop.start() }

    @Test func aMachineWithoutTheLibraryIsToldWhatToInstall() async throws {
        let client = SharedHTTPClient(library: CurlLibrary(name: "libcurl-of-nobody.so"))
        let body = try HTTPBody(
            HTTPSpecification(url: "http://127.0.0.1:1/"),
            values: TemplateValues()
        )
        // The same at every try.
        for _ in 0..<2 {
            let error = await #expect(throws: HTTPError.self) { try await body.run(with: client) }
            #expect(
                error?.description
                    == "GET http://127.0.0.1:1/: cannot start HTTP: libcurl-of-nobody.so: cannot open "
                    + "shared object file: No such file or directory; install the package 'libcurl4'"
            )
        }
        await client.shutdown()
    }

    /// Nothing is loaded for a configuration that needs none of it, which its memory would show.
    @Test(
        arguments: [
            ("sleep: 1ms", []),
            ("exec: [/bin/true]", []),
            ("http: \"http://a/\"", [.http]),
            ("http: \"HTTPS://a/\"", [.https]),
            ("http: \"${env.URL}/\"", [.http]),
            ("http: \"http+unix://%2Frun%2Fx/\"", [.http]),
            ("wait: { tcp: \"a:1\" }", []),
            ("wait: { http: \"https://a/\" }", [.https]),
            ("exec: { command: [/bin/true], ready: started }, health: { tcp: \"a:1\" }", []),
            (
                "exec: { command: [/bin/true], ready: started }, health: { http: \"http://a/\" }",
                [.http]
            ),
            ("http: { url: \"https://a/\", tls: { ca: /a } }", [.http]),
            ("wait: { http: { url: \"https://a/\", tls: { ca: /a } } }", [.http]),
            ("wait: { http: { url: \"https://a/\", tls: { certificate: /a } } }", [.https]),
            ("group: { operations: { c: { http: \"http://a/\" } } }", [.http]),
        ] as [(String, Set<RequestURL.Scheme>)]
    )
    func aConfigurationSaysWhatItNeeds(body: String, schemes: Set<RequestURL.Scheme>) throws {
        let text = "name: tested\noperations: { b: { \(body) } }"
        let file = ConfigurationFile(name: "tested.yaml", bytes: Array(text.utf8))
        let configured = try ConfiguredGraph(parsing: file)
        #expect(configured.configuration.schemes == schemes)
    }

    @Test func whatManyWantAtATimeIsMadeOnce() async throws {
        let made = Counter()
        let work = SharedWork<Int> { .success(made.next()) }
        #expect(work.made == nil)
        let answers = (0..<20).map { _ in Promise<Result<Int, HTTPStartError>>() }
        for answer in answers { work.value { answer.resolve($0) } }
        for answer in answers { #expect(try await answer.value().get() == 0) }
        #expect(work.made == 0)
    }

    @Test func whatIsTooOldIsMadeAnew() async throws {
        let made = Counter()
        let work = SharedWork<Int>(life: .zero) { .success(made.next()) }
        for number in 0..<3 {
            let answer = Promise<Result<Int, HTTPStartError>>()
            work.value { answer.resolve($0) }
            #expect(try await answer.value().get() == number)
        }
    }
}
