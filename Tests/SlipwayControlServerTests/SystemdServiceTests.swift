import Glibc
import SlipwayClient
import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayLoop
import SlipwayTestSupport
import SlipwayVarlink
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SystemdServiceTests {
    private final class Level: Sendable {
        let value = Mutex(6)
    }

    private let level = Level()
    private let folder: TemporaryFolder
    private let client: ControlClient
    private let server: ControlServer

    init() throws {
        folder = try TemporaryFolder()
        let level = level
        let service = SystemdService(
            logLevel: { level.value.withLock { $0 } },
            setLogLevel: { new, peer in
                // As if the caller did not have every right.
                guard peer.uid == geteuid(), new < 7 else { return false }
                level.value.withLock { $0 = new }
                return true
            }
        )
        let path = folder.path + "/control"
        try Loop.start()
        server = try ControlServer(
            [ControlDoor(at: .path(path), services: [service])],
            identity: .test
        )
        client = try ControlClient(path: path)
    }

    private func call(_ member: String, _ parameters: JSON = [:]) throws -> JSON {
        try client.call("io.systemd.service." + member, parameters)
    }

    @Test func answersAPing() throws {
        #expect(try call("Ping") == [:])
    }

    @Test func setsTheLogLevelAndGoesBackToTheFirst() throws {
        #expect(try call("GetLogLevel") == ["level": 6])
        #expect(try call("SetLogLevel", ["level": 3]) == [:])
        #expect(try call("GetLogLevel") == ["level": 3])
        #expect(try call("SetLogLevel") == [:])
        #expect(try call("GetLogLevel") == ["level": 6])
    }

    @Test(
        arguments: [
            ("SetLogLevel", ["level": 7], .permissionDenied),
            ("SetLogLevel", ["level": 8], .invalidParameter("level")),
            ("SetLogLevel", ["level": -1], .invalidParameter("level")),
            ("SetLogLevel", ["level": "debug"], .invalidParameter("level")),
            ("Ping", ["x": 1], .invalidParameter("x")),
            ("Reload", [:], .methodNotImplemented("io.systemd.service.Reload")),
            ("GetEnvironment", [:], .methodNotImplemented("io.systemd.service.GetEnvironment")),
        ] as [(String, JSON, VarlinkError)]
    )
    func refusesTheRest(member: String, parameters: JSON, error: VarlinkError) {
        #expect(throws: ControlClientError.refused(error)) { try call(member, parameters) }
    }
}
