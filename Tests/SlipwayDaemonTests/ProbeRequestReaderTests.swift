import Testing

@testable import SlipwayHost

/// The bytes of a probe, and what they ask for.
struct ProbeRequestReaderTests {
    private static func read(_ text: String) -> ProbeRequestReader.Outcome? {
        var reader = ProbeRequestReader()
        return reader.take(Array(text.utf8))
    }

    private static func request(_ method: String, _ path: String) -> ProbeRequestReader.Outcome {
        .request(ProbeRequest(method: method, path: path))
    }

    static let requests: [(String, String, String)] = [
        ("GET /ready HTTP/1.1\r\nHost: a\r\n\r\n", "GET", "/ready"),
        ("GET /ready HTTP/1.0\r\n\r\n", "GET", "/ready"),
        ("GET /ready HTTP/1.0\n\n", "GET", "/ready"),
        ("\r\n\r\nGET /live HTTP/1.0\r\n\r\n", "GET", "/live"),
        ("HEAD /live?a=b&c HTTP/1.1\r\nhost:\r\n\r\n", "HEAD", "/live"),
        ("GET http://10.0.0.1:80/startup?x HTTP/1.1\r\nHost: b\r\n\r\n", "GET", "/startup"),
        ("GET HTTP://a HTTP/1.0\r\n\r\n", "GET", "/"),
        ("OPTIONS * HTTP/1.0\r\n\r\n", "OPTIONS", "*"),
        ("GET /ready HTTP/1.1\r\nHost: \t [::1]:8081 \t\r\n\r\n", "GET", "/ready"),
        ("GET /ready HTTP/1.0\r\nContent-Length: \t00 \r\n\r\n", "GET", "/ready"),
        (
            "POST /ready HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nX-Empty:\r\nA: b\tc\u{E9}\r\n\r\n",
            "POST", "/ready"
        ),
        (
            "GET /ready HTTP/1.1\r\nHost: 10.1.2.3:8081\r\nUser-Agent: kube-probe/1.31\r\n"
                + "Accept: */*\r\nConnection: close\r\n\r\n", "GET", "/ready"
        ),
    ]

    @Test(arguments: requests)
    func readsARequest(text: String, method: String, path: String) {
        #expect(Self.read(text) == Self.request(method, path))
    }

    @Test(arguments: requests)
    func readsItByteByByteToo(text: String, method: String, path: String) {
        var reader = ProbeRequestReader()
        let bytes = Array(text.utf8)
        for byte in bytes.dropLast() { #expect(reader.take([byte]) == nil) }
        #expect(reader.take(bytes.suffix(1)) == Self.request(method, path))
    }

    /// A peer that speaks something else waits for an answer, and never ends a line.
    @Test(
        arguments: [
            ([0x16, 0x03, 0x01, 0x02, 0x00], "it is TLS, and this port speaks HTTP without it"),
            ([0x16], "it is TLS, and this port speaks HTTP without it"),
            ([0x00], "it is not HTTP"), ([0x47, 0x45, 0x54, 0x09], "it is not HTTP"),
            ([0x80, 0x2E], "it is not HTTP"),
        ] as [([UInt8], String)]
    )
    func whatCannotBeginARequestIsRefusedAtOnce(bytes: [UInt8], words: String) {
        var reader = ProbeRequestReader()
        var outcomes: [ProbeRequestReader.Outcome] = []
        for byte in bytes {
            guard outcomes.isEmpty else { break }
            if let outcome = reader.take([byte]) { outcomes.append(outcome) }
        }
        #expect(outcomes == [.fault(.malformed(words))])
    }

    @Test(
        arguments: [
            "GET\r\n", "GET /ready\r\n", "GET  /ready HTTP/1.1\r\n", "GET /ready HTTP/1.1 \r\n",
            "GET /re ady HTTP/1.1\r\n", " GET /ready HTTP/1.1\r\n", "G(T /ready HTTP/1.1\r\n",
            "GET /r\u{E9}ady HTTP/1.1\r\n", "GET /ready http/1.1\r\n", "GET /ready FTP/1.1\r\n",
            "GET /ready HTTP/1.11\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\n", "\0\n",
            "GET /ready\0 HTTP/1.1\r\n", "GET /ready HTTP/1.1\r\nHost\r\n",
            "GET /ready HTTP/1.1\r\nHost : a\r\n", "GET /ready HTTP/1.1\r\n: a\r\n",
            "GET /ready HTTP/1.1\r\nHost: a\r\n folded\r\n",
            "GET /ready HTTP/1.1\r\nHost: a\rb\r\n", "GET /ready HTTP/1.1\r\nHost: a\0\r\n",
            "GET /ready HTTP/1.1\r\n\r\n", "GET /ready HTTP/1.1\r\nHost: a\r\nhost: b\r\n",
            "GET /ready HTTP/1.0\r\nContent-Length: many\r\n",
            "GET /ready HTTP/1.0\r\nContent-Length: -1\r\n",
            "GET /ready HTTP/1.0\r\nContent-Length: +0\r\n",
            "GET /ready HTTP/1.0\r\nContent-Length:\r\n",
            "GET /ready HTTP/1.0\r\nContent-Length: -0\r\n",
            "GET /ready HTTP/1.0\r\nContent-Length: 0 0\r\n",
            "GET /ready HTTP/1.0\r\nContent-Length: 0, 0\r\n",
            "GET /ready HTTP/1.0\r\nContent-Length: 0\r\nContent-Length: 0\r\n",
            "GET /ready HTTP/1.1\r\nHost: a b\r\n", "GET /ready HTTP/1.1\r\nHost: a/b\r\n",
            "GET /ready HTTP/1.1\r\nHost: a@b\r\n", "GET /ready HTTP/1.1\r\nHost: a\tb\r\n",
            "GET /ready HTTP/1.1\r\nHost: \u{E9}\r\n",
        ]
    )
    func whatIsNoRequestIsRefusedAtItsLine(text: String) {
        guard case .fault(.malformed) = Self.read(text) else {
            Issue.record("\(String(describing: Self.read(text)))")
            return
        }
    }

    @Test(
        arguments: [
            ("GET /ready HTTP/2.0\r\n", .version), ("GET /ready HTTP/0.9\r\n", .version),
            ("PUT /ready HTTP/1.1\r\nContent-Length: 1\r\n", .hasBody),
            ("GET /ready HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", .hasBody),
            (String(repeating: "x", count: 8193), .tooLarge),
            ("GET /ready HTTP/1.1\r\nA: " + String(repeating: "x", count: 9000), .tooLarge),
            (String(repeating: "\r\n", count: 4097), .tooLarge),
        ] as [(String, ProbeFault)]
    )
    func otherFaultsAreToldApart(text: String, fault: ProbeFault) {
        #expect(Self.read(text) == .fault(fault))
    }

    @Test func aHeadOfEightKibibytesIsTakenAndOneByteMoreIsNot() {
        let (start, end) = ("GET /ready HTTP/1.0\r\nA: ", "\r\n\r\n")
        let count = ProbeRequestReader.limit - start.utf8.count - end.utf8.count
        let filling = String(repeating: "x", count: count)
        #expect(Self.read(start + filling + end) == Self.request("GET", "/ready"))
        #expect(Self.read(start + filling + "x" + end) == .fault(.tooLarge))
    }

    @Test func mutatedRequestsAreReadOrRefusedAndNothingElse() {
        var random = SeededBytes(seed: 7)
        for _ in 0..<20_000 {
            let (text, _, _) = Self.requests[random.next(below: Self.requests.count)]
            var bytes = Array(text.utf8)
            for _ in 0...random.next(below: 4) {
                let place = random.next(below: bytes.count)
                switch random.next(below: 3) {
                case 0: bytes[place] = UInt8(random.next(below: 256))
                case 1: bytes.insert(UInt8(random.next(below: 256)), at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            // Cut anywhere, it is the same.
            let cut = random.next(below: bytes.count)
            var (whole, parts) = (ProbeRequestReader(), ProbeRequestReader())
            #expect(
                whole.take(bytes) == (parts.take(bytes[..<cut]) ?? parts.take(bytes[cut...]))
            )
        }
    }
}

/// A linear congruential generator.
private struct SeededBytes {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
