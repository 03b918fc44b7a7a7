import AsyncHTTPClient
import Foundation
import SlipwayConfiguration
import SlipwayTestSupport
import Testing

@testable import SlipwayBodies

struct HTTPRequestTests {
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
            let request = try HTTPClient.Request(HTTPRequest(url: url))
            guard case .host(let host, let port) = url.origin.server else { continue }
            if request.host.lowercased() != host.bracketed || request.port != Int(port) {
                Issue.record("\(url.text): \(request.host) \(request.port)")
            }
        }
        #expect(accepted > 1000)
    }

    @Test(
        arguments: [
            "http://a_b.c./", "http://\(String(repeating: "x.", count: 126))x/",
            "http://[::ffff:1.2.3.4]/",
            "https://h:65535/?", "http+unix://%2Fa%20b%2F%C3%A9%40%5B/x?y",
            "http://h/\(String(repeating: "x", count: 8180))",
        ]
    )
    func theClientTakesTheOddOnesToo(text: String) throws {
        let url = try RequestURL(parsing: text)
        let request = try HTTPClient.Request(HTTPRequest(url: url))
        #expect(request.url.absoluteString == url.text)
    }
}
