import Foundation
import Glibc
import Slipway
import SlipwaySystem
import SlipwayTestSupport
import Testing

/// Peers of probes that are slow, many, or no probes at all.
@Suite(.timeLimit(.minutes(5)))
struct HostileProbeTests {
    private let folder: TemporaryFolder
    private let daemon: RunningDaemon
    private let place: ListenAddress

    init() async throws {
        folder = try TemporaryFolder()
        place = .unix("\(folder.path)/probes")
        daemon = try await RunningDaemon(
            "name: tested\nprobes: { listen: \(folder.path)/probes }",
            in: folder
        )
        try await daemon.untilReady()
    }

    private func isReady() throws -> Bool { try ProbePeer.ask(place, "/ready")?.status == 200 }

    @Test(
        arguments: [
            ("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\n\r\n", 400), ("GET /ready HTTP/1.1\r\n\r\n", 400),
            ("POST /ready HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc", 400),
            ("GET /ready HTTP/1.0\r\nA: " + String(repeating: "x", count: 1_000_000), 431),
            ("GET /metrics HTTP/1.0\r\n\r\n", 404), ("PUT /ready HTTP/1.0\r\n\r\n", 405),
            ("GET /ready HTTP/3.0\r\n\r\n", 505),
            // The first is answered, and the connection ends.
            ("GET /ready HTTP/1.0\r\n\r\nGET /nothing HTTP/1.0\r\n\r\n", 200),
        ]
    )
    func eachGetsOneAnswerAndTheEnd(text: String, status: Int) throws {
        let peer = try ProbePeer(place)
        peer.send(text)
        let answer = peer.answer()
        #expect(answer.status == status)
        #expect(answer.whole.ranges(of: "Content-Length: ").count == 1)
        #expect(answer.body.hasSuffix("\n"))
        #expect(try isReady())
    }

    @Test func aHeadIsAnsweredWithoutABody() throws {
        let peer = try ProbePeer(place)
        peer.send("HEAD /ready HTTP/1.0\r\n\r\n")
        let answer = peer.answer()
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty && answer.whole.contains("Content-Length: "))
    }

    @Test func onesWhoGoBeforeTheirAnswerDoNoHarm() throws {
        for text in ["", "GET /re", "GET /ready HTTP/1.0\r\n\r\n"] {
            for _ in 0..<200 { try ProbePeer(place).send(text) }
        }
        #expect(try isReady())
    }

    @Test func aHalfSentRequestIsCutOffAfterFiveSeconds() async throws {
        let peer = try ProbePeer(place)
        peer.send("GET /ready HTT")
        let begin = Instant.now
        let answer = peer.answer()
        let time = begin.duration(to: .now)
        #expect(answer.status == nil)
        #expect(time > .seconds(4) && time < .seconds(60), "\(time)")
    }

    @Test func onesWhoSayNothingKeepNobodyWaiting() throws {
        let silent = try (0..<300).map { _ in try ProbePeer(place) }
        let begin = Instant.now
        #expect(try isReady())
        // Those before it have 5 ms for each 64; one that is waited for has 5 s.
        #expect(begin.duration(to: .now) < .seconds(4))
        withExtendedLifetime(silent) {}
    }

    @Test func aFloodOfSilentOnesThatComeAgainKeepsNoProbeWaiting() async throws {
        let isOver = Shared(false)
        let place = place
        async let flood: Void = blocking {
            var peers = try (0..<600).map { _ in try ProbePeer(place) }
            while !isOver.value {
                for index in peers.indices where peers[index].hasLeft {
                    peers[index] = try ProbePeer(place)
                }
            }
        }
        do {
            defer { isOver.value = true }
            try await daemon.untilReady()
            for _ in 0..<10 {
                let begin = Instant.now
                #expect(try ProbePeer.ask(place, "/live")?.status == 200)
                let time = begin.duration(to: .now)
                // One that says nothing has 5 s.
                #expect(time < .seconds(4), "\(time)")
            }
        }
        try await flood
    }

    @Test func anAnswerIsNotLostToWhatComesBehindItsRequest() async throws {
        let local = ListenAddress.tcp(.ipv4("127.0.0.1"), port: try ProbePeer.freePort())
        let daemon = try await RunningDaemon("name: other\nprobes: { listen: \"\(local)\" }")
        try await daemon.untilReady()
        // As much as is read at once, so that what follows is not seen with it.
        let (start, end) = ("GET /ready HTTP/1.0\r\nA: ", "\r\n\r\n")
        let request =
            start + String(repeating: "x", count: 2048 - start.utf8.count - end.utf8.count) + end
        for _ in 0..<20 {
            let peer = try ProbePeer(local)
            peer.send(request + request)
            #expect(peer.answer().status == 200)
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func twoHundredAtOnceAreAllAnswered() throws {
        let peers = try (0..<200).map { _ in
            let peer = try ProbePeer(place)
            // At once: of many that say nothing the oldest are dropped.
            peer.send("GET /ready HTTP/1.0\r\n\r\n")
            return peer
        }
        #expect(peers.allSatisfy { $0.answer().status == 200 })
    }

    @Test func withoutDescriptorsAProbeWaitsAndIsAnsweredOnceThereAreSome() async throws {
        // Fewer than it has: there is none for a connection.
        try await daemon.limit("nofile", to: 3)
        let peer = try ProbePeer(place)
        peer.send("GET /ready HTTP/1.0\r\n\r\n")
        try await daemon.untilItSays("a probe has to wait: Too many open files (EMFILE)")
        try await daemon.limit("nofile", to: 1024)
        #expect(peer.answer().status == 200)
    }
}
