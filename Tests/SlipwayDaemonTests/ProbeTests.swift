import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwaySystem
import SlipwayTestSupport
import Testing

/// The probes of a running daemon.
@Suite(.timeLimit(.minutes(5)))
struct ProbeTests {
    let folder: TemporaryFolder
    var place: ListenAddress { .unix("\(folder.path)/probes") }

    init() throws { folder = try TemporaryFolder() }

    private func text(_ operations: String, listen: ListenAddress?) -> String {
        let probes = listen.map { "probes: { listen: \"\($0)\" }\n" } ?? ""
        return "name: tested\ngrace: 20s\n\(probes)operations:\n\(operations)\n"
    }

    private func daemon(
        _ operations: String,
        listen: ListenAddress? = nil,
        through command: [String] = []
    ) async throws -> RunningDaemon {
        try await RunningDaemon(
            text(operations, listen: listen ?? place),
            environment: ["PATH": "/usr/bin:/bin"],
            through: command,
            in: folder
        )
    }

    /// An operation that waits for a file.
    private func gate(_ file: String = "gate", more: String = "") -> String {
        "  gate: { wait: { file: \(folder.path)/\(file), every: 10ms }\(more) }"
    }

    /// A `stop` that waits for a file.
    private func slowStop(_ file: String) -> String {
        ", stop: [/bin/sh, -c, \"until [ -e \(folder.path)/\(file) ]; do sleep 0.01; done\"]"
    }

    private func open(_ file: String) throws { try folder.write("", to: file) }

    /// The statuses of `/startup`, `/ready` and `/live`.
    private func statuses(_ address: ListenAddress? = nil) throws -> [Int?] {
        try ["/startup", "/ready", "/live"].map {
            try ProbePeer.ask(address ?? place, $0)?.status
        }
    }

    private func body(_ path: String = "/ready") throws -> String {
        try ProbePeer.ask(place, path)?.body ?? "nobody"
    }

    @discardableResult
    private func reload(
        _ daemon: RunningDaemon,
        _ operations: String,
        listen: ListenAddress?
    ) throws -> ReloadReply {
        try folder.write(text(operations, listen: listen), to: "tested.yaml")
        return try daemon.client().call(Method.Reload(), timeout: .seconds(60))
    }

    @Test func aStartIsToldUntilTheServiceIsReadyAndAStopUntilItsEnd() async throws {
        let daemon = try await daemon(
            gate() + "\n  web: { requires: [gate], sleep: 1ms\(slowStop("stop")) }"
        )
        // Its control socket answers a moment earlier.
        try await eventually("it answers") { try statuses() == [503, 503, 200] }
        // And both before the launch has told anything.
        for path in ["/startup", "/ready", "/live"] {
            try await eventually("the line is that of a starting launch") {
                try body(path).hasPrefix("Starting: 0/2 operations")
            }
        }
        try open("gate")
        try await daemon.untilReady()
        #expect(try statuses() == [200, 200, 200])
        try await eventually("the line is that of a ready launch") {
            try body().hasPrefix("Ready: 2/2 operations in ")
        }
        daemon.program.terminate()
        try await eventually("it stops") { try statuses() == [200, 503, 200] }
        try await eventually("the line says why") {
            try body().hasPrefix("Stopping: SIGTERM, waiting for web")
        }
        try open("stop")
        #expect(await daemon.program.result().status == 0)
        #expect(try ProbePeer.ask(place, "/live") == nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .allSatisfy { !$0.hasPrefix("probes") }
        )
    }

    @Test func aDegradedServiceIsReady() async throws {
        let daemon = try await daemon("  extra: { optional: true, exec: [/bin/false] }")
        try await daemon.untilReady()
        #expect(try statuses() == [200, 200, 200])
        try await eventually("the line says what is lacking") {
            try body().hasPrefix("Ready (degraded): 0/1 operations in ")
                && body().contains("extra failed: ")
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aFailedLaunchHasNeitherStartedNorIsItReadyWhileItEnds() async throws {
        let daemon = try await daemon(
            """
              first: { sleep: 1ms\(slowStop("stop")) }
              bad: { requires: [first], exec: [/bin/false] }
            """
        )
        try await eventually("it fails") { try body().hasPrefix("Stopping: 'bad' failed") }
        #expect(try statuses() == [503, 503, 200])
        try open("stop")
        #expect(await daemon.program.result().status == 1)
        #expect(try ProbePeer.ask(place, "/ready") == nil)
    }

    @Test func throughAReloadTheServiceIsReadyHoweverItGoes() async throws {
        let first = "  a: { sleep: 1ms }"
        let daemon = try await daemon(first)
        try await daemon.untilReady()
        let next = first + "\n" + gate()
        try folder.write(text(next, listen: place), to: "tested.yaml")
        let socket = daemon.socket
        async let reply = blocking {
            try ControlClient(path: socket).call(Method.Reload(), timeout: .seconds(60))
        }
        // The new generation waits there, however often one asks.
        for _ in 0..<20 { #expect(try statuses() == [200, 200, 200]) }
        try open("gate")
        #expect(try await reply.generation == 2)
        #expect(try statuses() == [200, 200, 200])
        try await eventually("the line is that of the new generation") {
            try body().hasPrefix("Ready: 2/2")
        }
        #expect(throws: ControlClientError.self) {
            try reload(daemon, next + "\n  bad: { exec: [/bin/false] }", listen: place)
        }
        #expect(try statuses() == [200, 200, 200])
        try await eventually("the line says what failed") {
            try body().contains("reload failed: bad")
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aReloadMovesThePlaceWithoutAGap() async throws {
        let port = try ProbePeer.freePort()
        let (local, every) = (
            ListenAddress.tcp(.ipv4("127.0.0.1"), port: port), ListenAddress.tcp(.every, port: port)
        )
        let operations = "  a: { sleep: 1ms }"
        let daemon = try await daemon(operations, listen: local)
        try await daemon.untilReady()
        // One asks without a pause; the port is there all the time.
        let isOver = Shared(false)
        async let gaps = blocking {
            var gaps = 0
            while !isOver.value {
                if try ProbePeer.ask(local, "/ready")?.status != 200 { gaps += 1 }
            }
            return gaps
        }
        do {
            defer { isOver.value = true }
            for listen in [every, local, every, local] {
                try reload(daemon, operations, listen: listen)
                #expect(try statuses(listen) == [200, 200, 200])
            }
        }
        #expect(try await gaps == 0)
        try reload(daemon, operations, listen: place)
        #expect(try statuses() == [200, 200, 200])
        #expect(try ProbePeer.ask(local, "/ready") == nil)
        try reload(daemon, operations, listen: nil)
        #expect(try ProbePeer.ask(place, "/ready") == nil)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/probes"))
        try reload(daemon, operations, listen: local)
        #expect(try statuses(local) == [200, 200, 200])
        #expect(await daemon.stop().status == 0)
    }

    @Test func aReloadToTheSamePlaceByAnotherNameLeavesItOpen() async throws {
        let operations = "  a: { sleep: 1ms }"
        let daemon = try await daemon(operations)
        try await daemon.untilReady()
        let name = try #require(folder.path.split(separator: "/").last)
        for other in ["\(folder.path)/../\(name)/probes", "\(folder.path)//probes"] {
            try reload(daemon, operations, listen: .unix(other))
            #expect(try statuses() == [200, 200, 200])
        }
        try reload(daemon, operations, listen: .unix("\(folder.path)/next"))
        #expect(try ProbePeer.ask(place, "/ready") == nil)
        #expect(try statuses(.unix("\(folder.path)/next")) == [200, 200, 200])
        #expect(await daemon.stop().status == 0)
    }

    @Test func theControlSocketOfTheServiceIsNoPlaceForProbes() async throws {
        let operations = "  a: { sleep: 1ms }"
        let words = "it is the control socket of this service; choose another path in probes.listen"
        let daemon = try await daemon(operations)
        try await daemon.untilReady()
        let fault = #expect(throws: ControlClientError.self) {
            try reload(daemon, operations, listen: .unix("\(folder.path)//socket"))
        }
        #expect(fault?.description.contains(words) == true, "\(String(describing: fault))")
        #expect(try statuses() == [200, 200, 200])
        #expect(await daemon.stop().status == 0)
        let next = try RunningDaemon(
            starting: text(operations, listen: .unix("\(folder.path)/socket")),
            in: folder
        )
        let result = await next.program.result()
        #expect(result.status == 1)
        #expect(result.output.contains(words), "\(result.output)")
    }

    @Test func aReloadToAPlaceThatAnotherProcessHasFailsAndLeavesTheOldOne() async throws {
        let operations = "  a: { sleep: 1ms }"
        let daemon = try await daemon(operations)
        try await daemon.untilReady()
        let other = try OccupiedPort()
        let fault = #expect(throws: ControlClientError.self) {
            try reload(daemon, operations, listen: other.address)
        }
        #expect(
            fault?.description.contains(
                "cannot answer probes at \(other.address): Address already in use (EADDRINUSE)"
            ) == true
        )
        #expect(try statuses() == [200, 200, 200])
        // One that fails later leaves the new place again.
        let port = try ProbePeer.freePort()
        let free = ListenAddress.tcp(.ipv4("127.0.0.1"), port: port)
        #expect(throws: ControlClientError.self) {
            try reload(daemon, "  bad: { exec: [/bin/false] }", listen: free)
        }
        #expect(try ProbePeer.ask(free, "/ready") == nil)
        #expect(try statuses() == [200, 200, 200])
        #expect(await daemon.stop().status == 0)
    }

    @Test func aPlaceThatCannotBeHadKeepsTheServiceFromStarting() async throws {
        let other = try OccupiedPort()
        for (listen, words) in [
            (
                "\(other.address)",
                "cannot answer probes at \(other.address): Address already in use (EADDRINUSE); another "
                    + "process has the port"
            ),
            (
                "192.0.2.1:8081",
                "cannot answer probes at 192.0.2.1:8081: Cannot assign requested address (EADDRNOTAVAIL); it "
                    + "is no address of this machine"
            ),
            ("\(folder.path)/file", "it exists and is not a socket"),
        ] {
            try open("file")
            let daemon = try RunningDaemon(
                starting: "name: tested\nprobes: { listen: \"\(listen)\" }\n"
                    + "operations: { a: { exec: [/bin/touch, \(folder.path)/ran] } }",
                in: folder
            )
            let result = await daemon.program.result()
            #expect(result.status == 1)
            #expect(result.output.contains(words), "\(result.output)")
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/ran"))
        }
    }

    @Test func aWrongAddressIsAFaultOfTheConfiguration() async throws {
        let daemon = try RunningDaemon(
            starting: "name: tested\nprobes: { listen: \"127.0.0.1:${env.PORT}\" }",
            environment: ["PORT": "0"],
            in: folder
        )
        let result = await daemon.program.result()
        #expect(result.status == 78)
        #expect(
            result.output.contains("probes.listen: '127.0.0.1:0' has a port that is not a number"),
            "\(result.output)"
        )
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func aPortThatTakesARightIsNamedWithIt() async throws {
        try #require(chown(folder.path, 65_534, 65_534) == 0)
        let daemon = try RunningDaemon(
            starting: "name: tested\nprobes: { listen: 127.0.0.1:81 }",
            // Elsewhere such ports may be free for everybody.
            through: [
                "/usr/bin/unshare", "--net", "/bin/sh", "-c", "ip link set lo up; exec \"$@\"", "-",
            ]
                + Privileges.asUser(65_534),
            in: folder
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "cannot answer probes at 127.0.0.1:81: Permission denied (EACCES); choose a port from 1024 on"
            ),
            "\(result.output)"
        )
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func anotherUserMayAskAtTheSocket() async throws {
        let daemon = try await daemon("  a: { sleep: 1ms }")
        try await daemon.untilReady()
        try #require(chmod(folder.path, 0o755) == 0)
        let ask = """
            import socket
            s = socket.socket(socket.AF_UNIX)
            s.connect("\(folder.path)/probes")
            s.sendall(b"GET /ready HTTP/1.0\\r\\n\\r\\n")
            print(s.recv(4096).decode())
            """
        let words = Privileges.asUser(65_534) + ["/usr/bin/python3", "-c", ask]
        let result = try await Program(
            executable: URL(filePath: words[0]),
            arguments: Array(words.dropFirst())
        ).run()
        #expect(result.output.hasPrefix("HTTP/1.1 200 OK"), "\(result.output)")
        #expect(await daemon.stop().status == 0)
    }

    @Test func theSocketOfADaemonThatWasKilledIsTakenOver() async throws {
        let operations = "  a: { sleep: 1ms }"
        let killed = try await daemon(operations)
        try await killed.untilReady()
        try killed.send(SIGKILL)
        _ = await killed.program.result()
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/probes"))
        let next = try await daemon(operations)
        try await next.untilReady()
        #expect(try statuses() == [200, 200, 200])
        #expect(await next.stop().status == 0)
    }

    @Test func withoutThemNothingListens() async throws {
        let daemon = try await RunningDaemon("name: tested", in: folder)
        try await daemon.untilReady()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.sorted() == ["socket", "socket.lock", "tested.yaml"])
        #expect(await daemon.stop().status == 0)
    }
}

/// A value that two threads share.
final class Shared<Value: Sendable>: @unchecked Sendable {  // Guarded by its lock.
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}

/// A TCP port at which this process listens.
private final class OccupiedPort {
    let address: ListenAddress
    private let descriptor: Int32

    init() throws {
        let port = try ProbePeer.freePort()
        address = .tcp(.ipv4("127.0.0.1"), port: port)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let place = try #require(InternetAddress(ipv4: "127.0.0.1")).socketAddress(port: port)
        try #require(
            place.withPointer { bind(descriptor, $0, $1) } == 0 && listen(descriptor, 1) == 0
        )
    }

    deinit { close(descriptor) }
}
