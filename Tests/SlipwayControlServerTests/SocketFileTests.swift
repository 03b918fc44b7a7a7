import Glibc
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayControlServer

/// The file of a new socket, in a folder that another user can write.
@Suite(.timeLimit(.minutes(5)))
struct SocketFileTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/socket" }
    private var precious: String { "\(folder.path)/precious" }

    init() throws {
        folder = try TemporaryFolder()
        close(open(precious, O_CREAT | O_WRONLY, 0o600))
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    /// A socket file with the mode of a new one, or another.
    private func bound(_ mode: mode_t = SocketFile.newMode) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let address = try #require(SocketAddress(unix: path))
        try #require(fchmod(descriptor, mode) == 0)
        try #require(address.withPointer { bind(descriptor, $0, $1) } == 0)
    }

    @Test func aNewSocketGetsItsModeWhateverTheMaskOfTheProcess() throws {
        for mode in [0o666, 0o660] as [mode_t] {
            let (descriptor, file) = try SocketFile.bind(path, mode: mode)
            #expect(self.mode(path) == S_IFSOCK | mode)
            file.remove()
            close(descriptor)
            #expect(self.mode(path) == 0)
        }
    }

    @Test func aLinkInItsPlaceLeadsToNothing() throws {
        try #require(symlink(precious, path) == 0)
        #expect(throws: ControlServerError.isReplaced(path)) {
            try SocketFile.open(path, to: 0o666)
        }
        #expect(mode(precious) == S_IFREG | 0o600)
    }

    @Test func anotherFileInItsPlaceStaysAsItIs() throws {
        #expect(throws: ControlServerError.isReplaced(path)) {
            try SocketFile.open(path, to: 0o666)
        }
        // One that is served already: another of the service's own.
        try bound(0o600)
        #expect(throws: ControlServerError.isReplaced(path)) {
            try SocketFile.open(path, to: 0o666)
        }
        #expect(mode(path) == S_IFSOCK | 0o600)
        unlink(path)
        try #require(link(precious, path) == 0)
        let error = #expect(throws: ControlServerError.self) {
            try SocketFile.open(path, to: 0o666)
        }
        #expect(
            error?.description
                == "cannot bind \(path): another process has replaced the new socket; take the right to write its "
                + "folder from other users, or choose another path"
        )
        #expect(mode(precious) == S_IFREG | 0o600)
    }

    @Test(.enabled(if: getuid() == 0, "takes root"))
    func theSocketOfAnotherUserInItsPlaceStaysAsItIs() throws {
        try bound()
        try #require(chown(path, 65_534, 65_534) == 0)
        #expect(throws: ControlServerError.isReplaced(path)) {
            try SocketFile.open(path, to: 0o666)
        }
        #expect(mode(path) == S_IFSOCK)
    }

    @Test func howeverOftenALinkTakesItsPlaceNoOtherFileChanges() async throws {
        let (path, precious) = (path, precious)
        async let swaps: Void = blocking {
            for _ in 0..<20_000 {
                unlink(path)
                symlink(precious, path)
                unlink(path)
            }
        }
        for _ in 0..<2000 {
            guard let (descriptor, file) = try? SocketFile.bind(path, mode: 0o666) else { continue }
            file.remove()
            close(descriptor)
        }
        try await swaps
        #expect(mode(precious) == S_IFREG | 0o600)
    }
}
