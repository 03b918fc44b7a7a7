import Glibc
import Slipway
import SlipwayLoop
import SlipwaySystem
import SlipwaySystemd
import SlipwayTestSupport
import Testing

@testable import SlipwayHost

/// The place of probes, when it is left.
@Suite(.timeLimit(.minutes(5)))
struct ProbeServerTests {
    private let folder: TemporaryFolder
    private var place: ListenAddress { .unix("\(folder.path)/probes") }

    init() throws {
        try Loop.start()
        folder = try TemporaryFolder()
    }

    private func place(of name: String) throws -> ProbePlace {
        let graph = try Graph(Plan(name))
        return ProbePlace(CurrentLaunch(Launch(graph), try GraphKinds(graph)), HostLog())
    }

    @Test(arguments: [0, 64, 200])
    func whoHasAskedIsAnsweredHoweverManySilentOnesCameBefore(silent: Int) throws {
        // The loop does nothing else meanwhile: all of them are in the backlog when the place is
        // left.
        let (peers, others) = try Loop.run {
            let server = try ProbeServer(
                ProbeSocket(place),
                answer: { _ in ProbeResponse(status: .ok, text: "yes") },
                onTrouble: { _ in }
            )
            let others = try (0..<silent).map { _ in try ProbePeer(place) }
            let peers = try (0..<40).map { _ in
                let peer = try ProbePeer(place)
                peer.send("GET /ready HTTP/1.0\r\n\r\n")
                return peer
            }
            server.end()
            return (peers, others)
        }
        #expect(peers.map { $0.answer().status } == Array(repeating: 200, count: 40))
        withExtendedLifetime(others) {}
        #expect(access("\(folder.path)/probes", F_OK) != 0)
    }

    @Test func whoConnectsWhileThePlaceMovesIsAnswered() async throws {
        let port = try ProbePeer.freePort()
        let local = ListenAddress.tcp(.ipv4("127.0.0.1"), port: port)
        let probes = try place(of: "shop")
        try probes.open(local)
        Loop.run { probes.settle(on: local) }
        let isOver = Shared(false)
        async let unanswered = blocking {
            var count = 0
            while !isOver.value {
                if (try? ProbePeer.ask(local, "/live"))??.status != 200 { count += 1 }
            }
            return count
        }
        do {
            defer { isOver.value = true }
            for _ in 0..<1000 {
                for next in [ListenAddress.tcp(.every, port: port), local] {
                    try probes.open(next)
                    Loop.run { probes.settle(on: next) }
                }
            }
        }
        // Without the pause it is one in two hundred moves. On a busy machine a handshake may outlast it.
        #expect(try await unanswered < 3)
        Loop.run { probes.close() }
    }

    @Test func afterTheEndOfTheServiceNothingIsOpened() throws {
        let probes = try place(of: "shop")
        Loop.run { probes.close() }
        #expect(throws: ProbeSocketError.ends) { try probes.open(place) }
        #expect(access("\(folder.path)/probes", F_OK) != 0)
        #expect(access("\(folder.path)/probes.lock", F_OK) != 0)
    }
}
