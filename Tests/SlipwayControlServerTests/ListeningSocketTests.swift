import Glibc
import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayLoop
import SlipwaySystem
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ListeningSocketTests {
    private let folder: TemporaryFolder

    init() throws {
        try Loop.start()
        folder = try TemporaryFolder()
    }

    private func serve(_ endpoint: ControlEndpoint) throws(ControlServerError) -> ControlServer {
        try ControlServer(
            [ControlDoor(at: endpoint, services: [TestService()])],
            identity: .test
        )
    }

    /// A socket at `path`; it listens if asked to.
    private func bound(_ path: String, listens: Bool = true) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let address = try #require(SocketAddress(unix: path))
        try #require(address.withPointer { bind(descriptor, $0, $1) } == 0)
        if listens { try #require(listen(descriptor, 8) == 0) }
        return descriptor
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func bindsAPathForItsGroupAndRemovesItAgain() throws {
        let path = folder.path + "/a/b/control"
        let server = try serve(.path(path))
        #expect(mode(path) == S_IFSOCK | 0o660)
        #expect(try RawClient(path: path).call(.echo([:])) == .parameters([:]))
        server.shutdown()
        #expect(mode(path) == 0)
        #expect(mode(folder.path + "/a/b") & S_IFMT == S_IFDIR)
    }

    @Test func replacesASocketThatNobodyListensOn() throws {
        let path = folder.path + "/control"
        close(try bound(path))
        let server = try serve(.path(path))
        #expect(try RawClient(path: path).call(.echo([:])) == .parameters([:]))
        server.shutdown()
    }

    @Test func leavesASocketThatSomebodyListensOn() throws {
        let path = folder.path + "/control"
        let server = try serve(.path(path))
        let error = #expect(throws: ControlServerError.self) { try serve(.path(path)) }
        #expect(error == .alreadyRunning(path))
        #expect(
            error?.description
                == "cannot bind \(path): a process answers there; is another daemon running?"
        )
        #expect(try RawClient(path: path).call(.echo([:])) == .parameters([:]))
        server.shutdown()
    }

    @Test func leavesASocketWhoseBacklogIsFull() throws {
        let path = folder.path + "/control"
        let descriptor = try bound(path, listens: false)
        defer { close(descriptor) }
        try #require(listen(descriptor, 0) == 0)
        let waiting = try RawClient(path: path)
        #expect(throws: ControlServerError.alreadyRunning(path)) { try serve(.path(path)) }
        withExtendedLifetime(waiting) {}
    }

    @Test func leavesWhatIsNotASocket() throws {
        let path = folder.path + "/control"
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(throws: ControlServerError.notASocket(path)) { try serve(.path(path)) }
        #expect(mode(path) & S_IFMT == S_IFREG)
    }

    @Test func whereTheSecondSocketCannotBeMadeTheFirstIsUndone() throws {
        let paths = [folder.path + "/first", folder.path + "/second"]
        close(open(paths[1], O_CREAT | O_WRONLY, 0o600))
        #expect(throws: ControlServerError.notASocket(paths[1])) {
            try ControlServer(
                paths.map { ControlDoor(at: .path($0), services: [TestService()]) },
                identity: .test
            )
        }
        #expect(access(paths[0], F_OK) != 0)
        // The lock is not left either.
        try serve(.path(paths[0])).shutdown()
    }

    @Test func doesNotRemoveASocketThatTookItsPlace() throws {
        let path = folder.path + "/control"
        let server = try serve(.path(path))
        unlink(path)
        let descriptor = try bound(path)
        defer { close(descriptor) }
        server.shutdown()
        #expect(mode(path) & S_IFMT == S_IFSOCK)
    }

    @Test func ofManyThatStartAtOnceOneServes() async throws {
        let path = folder.path + "/control"
        close(try bound(path))
        let servers = await withTaskGroup(of: ControlServer?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try? ControlServer(
                        [ControlDoor(at: .path(path), services: [TestService()])],
                        identity: .test
                    )
                }
            }
            return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(servers.count == 1)
        #expect(try RawClient(path: path).call(.echo([:])) == .parameters([:]))
        for server in servers { server.shutdown() }
    }

    @Test(arguments: ["", String(repeating: "x", count: 108)])
    func refusesAPathThatASocketCannotHave(path: String) {
        let error = #expect(throws: ControlServerError.self) { try serve(.path(path)) }
        #expect(error == .pathTooLong(path, limit: 107))
    }

    @Test func saysWhichDirectoryCannotBeMade() throws {
        let file = folder.path + "/file"
        close(open(file, O_CREAT | O_WRONLY, 0o600))
        let error = #expect(throws: ControlServerError.self) { try serve(.path(file + "/a/c")) }
        #expect(error?.description == "cannot make directory \(file): Not a directory (ENOTDIR)")
    }

    @Test func servesAnInheritedSocketAndNeverUnlinksIt() throws {
        let path = folder.path + "/control"
        let server = try serve(.inherited(try bound(path)))
        #expect(try RawClient(path: path).call(.echo([:])) == .parameters([:]))
        server.shutdown()
        #expect(mode(path) & S_IFMT == S_IFSOCK)
    }

    @Test func servesWhoConnectedBeforeItStarted() throws {
        let path = folder.path + "/control"
        let descriptor = try bound(path)
        let client = try RawClient(path: path)
        client.send(.echo(["early": true]))
        let server = try serve(.inherited(descriptor))
        #expect(try client.reply() == .parameters(["early": true]))
        server.shutdown()
    }

    @Test(arguments: [true, false])
    func whyPendingConnectionsAreNotServedOnlyThoseHearWhoMayConnect(may: Bool) throws {
        let path = folder.path + "/control"
        let descriptor = try bound(path)
        defer { close(descriptor) }
        let client = try RawClient(path: path)
        let reason = VarlinkError("org.example.test.Over", ["why": "secret"])
        PendingConnections.refuse(on: descriptor, with: reason) { $0.uid != getuid() || may }
        #expect(try client.reply() == .error(may ? reason : .permissionDenied))
        #expect(try client.reply() == nil)
    }

    @Test func refusesAnInheritedDescriptorThatDoesNotListen() throws {
        let silent = try bound(folder.path + "/silent", listens: false)
        let file = open(folder.path, O_RDONLY)
        let datagram = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        for descriptor in [silent, file, datagram, -1] {
            #expect(throws: ControlServerError.notAListeningSocket(descriptor)) {
                try serve(.inherited(descriptor))
            }
        }
        for descriptor in [silent, file, datagram] { close(descriptor) }
    }
}
