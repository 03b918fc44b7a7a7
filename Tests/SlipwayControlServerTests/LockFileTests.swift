import Glibc
import SlipwayInterface
import SlipwayLoop
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayControlServer

/// The lock that keeps a second daemon away.
@Suite(.timeLimit(.minutes(10)))
struct LockFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private let lock: String

    init() throws {
        try Loop.start()
        folder = try TemporaryFolder()
        path = folder.path + "/control"
        lock = path + ".lock"
    }

    private func serve() throws(ControlServerError) -> ControlServer {
        try ControlServer(
            [ControlDoor(at: .path(path), services: [TestService()])],
            identity: .test
        )
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func isAFileThatOnlyTheDaemonsUserOpensAndIsRemovedAgain() throws {
        let server = try serve()
        #expect(mode(lock) == S_IFREG | 0o600)
        server.shutdown()
        #expect(mode(lock) == 0)
    }

    /// The folder was emptied, and another daemon came: its lock is not this one's to remove.
    @Test func theLockOfAnotherDaemonStays() throws {
        let server = try serve()
        unlink(lock)
        close(open(lock, O_RDWR | O_CREAT, 0o600))
        server.shutdown()
        #expect(mode(lock) == S_IFREG | 0o600)
    }

    @Test func whoLocksTheFolderDoesNotHoldUpTheStart() throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)
        try serve().shutdown()
    }

    @Test func whileADaemonAnswersNobodyElseStarts() throws {
        let server = try serve()
        #expect(throws: ControlServerError.alreadyRunning(path)) { try LockFile(beside: path) }
        #expect(mode(lock) != 0)
        server.shutdown()
    }

    @Test func whileItIsHeldAndNobodyAnswersItIsWaitedFor() async throws {
        let descriptor = open(lock, O_RDWR | O_CREAT, 0o600)
        try #require(flock(descriptor, LOCK_EX) == 0)
        #expect(throws: ControlServerError.isLocked(path)) {
            try LockFile(beside: path, within: .milliseconds(20))
        }
        #expect(mode(lock) != 0)
        async let server = blocking { try serve() }
        close(descriptor)
        try await server.shutdown()
    }

    @Test func whatADeadDaemonLeftIsTakenOver() throws {
        close(open(lock, O_RDWR | O_CREAT, 0o644))
        let server = try serve()
        #expect(mode(lock) == S_IFREG | 0o600)
        server.shutdown()
    }

    @Test(.enabled(if: getuid() == 0)) func aFileOfAnotherUserIsRefused() throws {
        close(open(lock, O_RDWR | O_CREAT, 0o600))
        try #require(chown(lock, 1000, 1000) == 0)
        let error = #expect(throws: ControlServerError.self) { try serve() }
        #expect(error == .foreignLock(lock, owner: 1000))
        #expect(
            error?.description
                == "cannot lock \(lock): it belongs to user 1000, or is not a plain file; remove it"
        )
    }

    @Test(arguments: ["link", "pipe", "folder"])
    func whatIsNoPlainFileIsRefusedAndNotFollowed(kind: String) throws {
        let target = folder.path + "/target"
        switch kind {
        case "link": try #require(symlink(target, lock) == 0)
        case "pipe": try #require(mkfifo(lock, 0o600) == 0)
        default: try #require(mkdir(lock, 0o700) == 0)
        }
        #expect(throws: ControlServerError.foreignLock(lock, owner: getuid())) { try serve() }
        #expect(mode(target) == 0)
    }
}
