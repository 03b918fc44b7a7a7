import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A name server that never answers keeps nothing waiting but the steps that ask it.
@Suite(.timeLimit(.minutes(10)))
struct SilentNameServerTests {
    /// With a proxy libcurl looks names up, and could wait for its lookup on the loop.
    @Test(
        .enabled(if: Privileges.areThere, Privileges.comment),
        arguments: [[:], ["http_proxy": "http://proxy.example:3128"]]
    )
    func theDaemonAnswersAndStopsAtOnce(environment: [String: String]) async throws {
        let server = try SilentNameServer()
        let folder = try TemporaryFolder()
        try folder.write(
            "nameserver \(SilentNameServer.address)\noptions timeout:30 attempts:5\n",
            to: "resolv.conf"
        )
        try folder.write("hosts: files dns\n", to: "nsswitch.conf")
        let own = """
            mount --make-rprivate / && for file in resolv.conf nsswitch.conf; do \
            mount --bind \(folder.path)/$file /etc/$file || exit; done; exec "$0" "$@"
            """
        let daemon = try await RunningDaemon(
            """
            name: silent
            grace: 60s
            operations:
              short: { optional: true, http: { url: "http://a.example/", tryTimeout: 100ms } }
              long: { http: { url: "http://b.example/", tryTimeout: 10m }, timeout: 10m }
            """,
            environment: environment,
            through: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", own],
            in: folder
        )
        try server.untilAsked()
        let clock = ContinuousClock()
        let begin = clock.now
        try await eventually("the short one has failed") {
            try daemon.report().operations("short").allSatisfy { $0.outcome?.word == "failed" }
        }
        #expect(await daemon.stop().status == 0)
        // Far below the patience of the resolver.
        #expect(begin.duration(to: clock.now) < .seconds(20))
    }
}

/// Takes questions, and answers none.
private struct SilentNameServer: ~Copyable {
    static let address = "127.0.0.9"
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(53).bigEndian
        inet_pton(AF_INET, Self.address, &address.sin_addr)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(result == 0, "errno \(errno)")
    }

    deinit { close(descriptor) }

    /// Waits for the first question.
    func untilAsked() throws {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&state, 1, 60_000) == 1, "nobody asked")
    }
}
