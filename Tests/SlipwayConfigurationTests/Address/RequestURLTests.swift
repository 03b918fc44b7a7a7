import SlipwayConfiguration
import Testing

struct RequestURLTests {
    @Test(
        arguments: [
            ("http://example.org", "http://example.org/"),
            ("HTTPS://Example.ORG:443/A?b=C", "https://example.org/A?b=C"),
            ("http://example.org:8080?x", "http://example.org:8080/?x"),
            ("http://a_b.example.org./", "http://a_b.example.org./"),
            ("http://127.0.0.1:65535/", "http://127.0.0.1:65535/"),
            ("http://[::1]:1/a", "http://[::1]:1/a"),
            ("http://[::FFFF:1.2.3.4]/", "http://[::ffff:1.2.3.4]/"),
            ("http://h/a%2Fb/;c=d@e,f'(g)*!$&+:?/?:@", "http://h/a%2Fb/;c=d@e,f'(g)*!$&+:?/?:@"),
            ("http://h/a//b/...", "http://h/a//b/..."),
            ("http://h/a%2F..b%5Cc..%2F", "http://h/a%2F..b%5Cc..%2F"),
            ("http://h/%252E%252E%252Fa", "http://h/%252E%252E%252Fa"),
            ("http://h/?", "http://h/?"),
            ("http+unix://%2Frun%2fapi.sock", "http+unix://%2Frun%2Fapi.sock/"),
            ("http+unix://%2Frun%2F%C3%A9/x?y", "http+unix://%2Frun%2F%C3%A9/x?y"),
        ]
    )
    func acceptsWhatCanBeRequested(text: String, expected: String) throws {
        let url = try RequestURL(parsing: text)
        #expect(url.text == expected)
        #expect(try RequestURL(parsing: url.text) == url)
    }

    private static let long = String(repeating: "x", count: 64)

    @Test(
        arguments: [
            ("", .incomplete), ("example.org", .incomplete), ("/me", .incomplete),
            ("//h/", .incomplete), ("http:", .incomplete), ("http:/h", .incomplete),
            ("http:h", .incomplete), ("http://", .incomplete), ("http:///a", .incomplete),
            ("://h/", .scheme), ("ftp://h/", .scheme), ("https+unix://%2Fa/", .scheme),
            (" http://h/", .scheme), ("file:///etc/passwd", .scheme),
            ("http://h:0/", .port), ("http://h:65536/", .port), ("http://h:/", .port),
            ("http://h:-1/", .port), ("http://h:+1/", .port), ("http://h:1e3/", .port),
            ("http://h:184467440737095516160/", .port), ("http://[::1]:99999/", .port),
            ("http://[/", .host), ("http://]/", .host), ("http://[]/", .host),
            ("http://[::1/", .host), ("http://::1/", .host), ("http://[::1]x/", .host),
            ("http://[::1%25eth0]/", .host), ("http://[v1.a]/", .host),
            ("http://[::1\u{0}.x]/", .host),
            ("http://a..b/", .host), ("http://.a/", .host), ("http://a b/", .host),
            ("http://256.1.1.1/", .host), ("http://1.2.3/", .host), ("http://127.1/", .host),
            ("http://0x7f.1/", .host), ("http://0x7f000001/", .host), ("http://1.2.3.4.5/", .host),
            ("http://zoë.example/", .host), ("http://a%41/", .host), ("http://\u{0}/", .host),
            ("http://\(long)/", .host), ("http://a\\@b/", .credentials),
            ("http://\((1...9).map { "\($0)\(long.dropLast(2))" }.joined(separator: "."))/", .host),
            ("http://me@h/", .credentials), ("http://me:secret@h/", .credentials),
            ("http://h/a b", .characters), ("http://h/\n", .characters),
            ("http://h/?\u{7F}", .characters), ("http://h/é", .characters),
            ("http://h/?a[]=1", .characters), ("http://h/\"", .characters),
            ("http://h/%", .percent), ("http://h/%4", .percent), ("http://h/?%zz", .percent),
            ("http://h/a/../b", .dotSegment), ("http://h/.", .dotSegment),
            ("http://h/%2e%2E/b", .dotSegment), ("http://h/.%2e", .dotSegment),
            ("http://h/a/..%2Fb", .dotSegment), ("http://h/a%2f%2e%2E", .dotSegment),
            ("http://h/a%5C..%5cb", .dotSegment), ("http://h/.%2F", .dotSegment),
            ("http://h/#a", .fragment), ("http://h#", .fragment),
            ("http+unix://", .socketPath), ("http+unix:///run/x", .socketPath),
            ("http+unix://run/", .socketPath), ("http+unix://%2Fa:80/", .socketPath),
            ("http+unix://%2Fa%00/", .socketPath), ("http+unix://%2Fa%FF/", .socketPath),
            ("http+unix://%2F\(long)\(long)/", .socketPath),
            ("http://h/\(String(repeating: "x", count: 8184))", .tooLong),
        ] as [(String, URLFault)]
    )
    func refusesTheRestAndSaysWhy(text: String, fault: URLFault) {
        #expect(throws: fault) { try RequestURL(parsing: text) }
    }

    @Test func aPortThatGoesWithoutSayingMakesNoOtherOrigin() throws {
        func origin(_ text: String) throws -> RequestURL.Origin {
            try RequestURL(parsing: text).origin
        }
        #expect(try origin("http://h/a") == origin("HTTP://H:80/b?c"))
        #expect(try origin("https://h/") == origin("https://h:443"))
        #expect(try origin("http://h/") != origin("https://h/"))
        #expect(try origin("http://h/") != origin("http://h:81/"))
        #expect(try origin("http+unix://%2Fa/") != origin("http+unix://%2Fb/"))
    }

    @Test func messagesShowNoQuery() throws {
        #expect(try RequestURL(parsing: "http://h/a?key=secret").shown == "http://h/a?…")
        #expect(try RequestURL(parsing: "http://h/a").shown == "http://h/a")
    }

    /// Examples of RFC 3986, section 5.4, and others that servers send.
    @Test(
        arguments: [
            ("https://o/x", "https://o/x"), ("HTTPS://o", "https://o/"), ("//o", "http://o/"),
            ("//o/a/../b", "http://o/b"), ("http+unix://%2Fa/b", "http+unix://%2Fa/b"),
            ("/x", "http://h/x"), ("x", "http://h/b/c/x"), ("./x", "http://h/b/c/x"),
            ("x/", "http://h/b/c/x/"), ("?y", "http://h/b/c/d?y"), ("x?y", "http://h/b/c/x?y"),
            ("#s", "http://h/b/c/d?q"), ("x#s", "http://h/b/c/x"), ("", "http://h/b/c/d?q"),
            (";x", "http://h/b/c/;x"), (".", "http://h/b/c/"), ("..", "http://h/b/"),
            ("../x", "http://h/b/x"), ("../..", "http://h/"), ("../../../x", "http://h/x"),
            ("/./x", "http://h/x"), ("/../x", "http://h/x"), ("x.", "http://h/b/c/x."),
            ("..x", "http://h/b/c/..x"), ("x/./y", "http://h/b/c/x/y"),
            ("x/../y", "http://h/b/c/y"), ("x?y/../z", "http://h/b/c/x?y/../z"),
            ("/a[]|é?b={}", "http://h/a%5B%5D%7C%C3%A9?b=%7B%7D"), ("/50%", "http://h/50%25"),
        ]
    )
    func understandsWhereAServerPoints(location: String, expected: String) throws {
        let url = try RequestURL(parsing: "http://h/b/c/d?q")
        #expect(try url.resolving(location).text == expected)
    }

    @Test(
        arguments: [
            ("http:x", .incomplete), ("http://", .incomplete), ("//", .incomplete),
            ("ftp://o/", .scheme), ("javascript://o", .scheme), ("http://o:65536/", .port),
            ("//[", .host), ("http://me@o/", .credentials), ("/a b", .characters),
            ("/a\r\nX: y", .characters), ("/%2e%2e/x", .dotSegment),
            ("/" + String(repeating: "é", count: 3000), .tooLong),
            (String(repeating: "../", count: 10_000), .tooLong),
        ] as [(String, URLFault)]
    )
    func doesNotGoWhereNoRequestCan(location: String, fault: URLFault) throws {
        let url = try RequestURL(parsing: "http://h/b/c/d?q")
        #expect(throws: fault) { try url.resolving(location) }
    }
}
