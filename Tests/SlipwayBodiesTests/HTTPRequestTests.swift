import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPRequestTests {
    private let library: CurlURLs

    init() throws { library = try CurlURLs() }

    private static let pieces = [
        "h", "1", "65535", "127.0.0.1", "[::1]", ":", ":80", "/", "//", "?", "%2F", "%C3%A9", "&",
        "=", "-", "_", ".", "~", "a", "xn--", "xn--bcher-kva", "@", ";", "'", "(", ")", "*", "!",
        "$", ",", "+",
    ]

    @Test func theClientTakesEveryURLThatWeDo() throws {
        var generator = SeededGenerator(seed: 14)
        var accepted = 0
        for _ in 0..<20_000 {
            let start = ["http://", "https://", "http+unix://%2F"].randomElement(using: &generator)
            let text = (0..<Int.random(in: 1...7, using: &generator)).reduce(into: start ?? "") {
                text,
                _ in
                text += Self.pieces.randomElement(using: &generator) ?? ""
            }
            guard let url = try? RequestURL(parsing: text) else { continue }
            accepted += 1
            guard case .host(let host, let port) = url.origin.server else { continue }
            let taken = try #require(library.parse(url.text), "\(url.text)")
            if taken.host != host.bracketed || taken.port != "\(port)" {
                Issue.record("\(url.text): \(taken.host) \(taken.port)")
            }
        }
        #expect(accepted > 1000)
    }

    @Test(arguments: [
        "/?", "/?=/../&", "/%2F%5B", "//a//", "/;@:$!'()*+,",
        "/\(String(repeating: "x", count: 8000))",
    ])
    func theServerGetsTheURLAsItIs(target: String) async throws {
        let server = try HTTPTestServer { .ok("\"\($0.lines[0])\"") }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)\(target)")
        let line = try await runner.run(.http(HTTPSpecification(url: url)))
        #expect(line == .string("GET \(target) HTTP/1.1"))
        await runner.shutdown()
        server.stop()
    }

    @Test(
        arguments: [
            "http://a_b.c./", "http://\(String(repeating: "x.", count: 126))x/",
            "http://[::ffff:1.2.3.4]/",
            "https://h:65535/", "http://h/\(String(repeating: "x", count: 8180))",
        ]
    )
    func theClientTakesTheOddOnesToo(text: String) throws {
        let url = try RequestURL(parsing: text)
        let taken = try #require(library.parse(url.text))
        #expect(taken.text == url.text)
    }
}

/// The parts of URLs as libcurl reads them.
private struct CurlURLs {
    private typealias Make = @convention(c) () -> OpaquePointer?
    private typealias Free = @convention(c) (OpaquePointer) -> Void
    private typealias Set =
        @convention(c) (OpaquePointer, UInt32, UnsafePointer<CChar>, UInt32) -> UInt32
    private typealias Get =
        @convention(c) (
            OpaquePointer, UInt32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UInt32
        )
        -> UInt32

    private let make: Make
    private let free: Free
    private let set: Set
    private let get: Get

    init() throws {
        let library = try #require(dlopen("libcurl.so.4", RTLD_NOW))
        make = unsafeBitCast(try #require(dlsym(library, "curl_url")), to: Make.self)
        free = unsafeBitCast(try #require(dlsym(library, "curl_url_cleanup")), to: Free.self)
        set = unsafeBitCast(try #require(dlsym(library, "curl_url_set")), to: Set.self)
        get = unsafeBitCast(try #require(dlsym(library, "curl_url_get")), to: Get.self)
    }

    /// The parts of a URL; `nil` if it is refused.
    func parse(_ text: String) -> (text: String, host: String, port: String)? {
        guard let url = make() else { return nil }
        defer { free(url) }
        // Numbers of CURLUPart; CURLU_PATH_AS_IS; CURLU_DEFAULT_PORT.
        guard set(url, 0, text, 1 << 4) == 0 else { return nil }
        func part(_ number: UInt32, _ flags: UInt32 = 0) -> String? {
            var part: UnsafeMutablePointer<CChar>?
            guard get(url, number, &part, flags) == 0, let part else { return nil }
            defer { Foundation.free(part) }
            return String(cString: part)
        }
        guard let text = part(0), let host = part(5), let port = part(6, 1) else { return nil }
        return (text, host, port)
    }
}
