import SlipwayConfiguration
import Testing

struct HostAndPortTests {
    @Test(
        arguments: [
            ("localhost:80", "localhost:80"), ("Example.org:65535", "example.org:65535"),
            ("127.0.0.1:1", "127.0.0.1:1"), ("[::1]:80", "[::1]:80"), ("a_b-c.d:7", "a_b-c.d:7"),
        ]
    )
    func acceptsNamesAndAddresses(text: String, expected: String) throws {
        #expect(try HostAndPort(parsing: text).description == expected)
    }

    @Test(
        arguments: [
            ("localhost", .noPort), ("", .noPort), (":80", .noHost), ("h:", .port), ("h:0", .port),
            ("h:65536", .port), ("h:+1", .port), ("h:８０", .port), ("::1:80", .noBrackets),
            ("[:80", .host), ("[]:80", .host), ("[::1%1]:80", .host), ("a b:80", .host),
            ("[::1\u{0}x]:80", .host),
            ("a\0:80", .host), ("a/b:80", .host), ("me@h:80", .host), ("999.1.1.1:80", .host),
        ] as [(String, HostAndPortFault)]
    )
    func refusesTheRestAndSaysWhy(text: String, fault: HostAndPortFault) {
        #expect(throws: fault) { try HostAndPort(parsing: text) }
    }
}
