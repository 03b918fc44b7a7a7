import Glibc
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayDaemon

/// A folder in which others could replace the daemon's files is none for it.
struct ServiceFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func fault(of path: String) -> ServiceFolderFault? {
        do throws(ServiceFolderFault) {
            try ServiceFolder(path).make()
            return nil
        } catch {
            return error
        }
    }

    @Test func itIsMadeWithWhatIsInIt() throws {
        let path = folder.path + "/shop"
        #expect(fault(of: path) == nil)
        #expect(fault(of: path) == nil)
        var status = stat()
        #expect(stat(path + "/state", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test(arguments: [0o777, 0o1777, 0o775] as [mode_t])
    func oneThatEveryoneMayChangeIsRefused(mode: mode_t) {
        chmod(folder.path, mode)
        let fault = fault(of: folder.path)
        #expect(fault == (mode == 0o777 ? .writable(path: folder.path) : nil))
        guard let fault else { return }
        #expect("\(fault)".contains("everyone may replace what is in it; run 'chmod o-w "))
        #expect(access(folder.path + "/state", F_OK) != 0)
    }

    @Test(.enabled(if: geteuid() == 0))
    func oneOfAnotherUserIsRefused() {
        chown(folder.path, 12345, 0)
        let fault = fault(of: folder.path)
        #expect(fault == .ofAnother(path: folder.path, uid: 12345))
        #expect(fault.map { "\($0)" }?.contains("it belongs to user 12345") == true)
    }

    /// In a folder such as /tmp others may have made one of them first.
    @Test(.enabled(if: geteuid() == 0))
    func oneInItOfAnotherUserIsRefused() {
        chmod(folder.path, 0o1777)
        let state = folder.path + "/state"
        mkdir(state, 0o777)
        chown(state, 12345, 0)
        #expect(fault(of: folder.path) == .ofAnother(path: state, uid: 12345))
    }

    @Test func aFileIsNone() throws {
        let path = try folder.write("", to: "file")
        #expect(fault(of: path) == .notMade(path: path, ErrorNumber(ENOTDIR)))
    }
}

/// The folders of a service that was started in a terminal.
struct UserFolderTests {
    private let home = ["HOME": "/home/ada", "XDG_RUNTIME_DIR": "/run/user/1000"]

    @Test func theyAreWhereTheUserHasThem() throws {
        let folder = try #require(ServiceFolder(ofUserFor: "config/shop.yaml", home))
        #expect(
            folder.variables == [
                "RUNTIME_DIRECTORY": "/run/user/1000/slipway-run/shop",
                "STATE_DIRECTORY": "/home/ada/.local/state/slipway/shop",
                "CACHE_DIRECTORY": "/home/ada/.cache/slipway/shop",
            ]
        )
        #expect(folder.socket == "/run/user/1000/slipway/shop/org.slipway.Launch")
        let other = home.merging(["XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c"]) { $1 }
        let moved = try #require(ServiceFolder(ofUserFor: "shop.json", other)).variables
        #expect(moved["STATE_DIRECTORY"] == "/s/slipway/shop")
        #expect(moved["CACHE_DIRECTORY"] == "/c/slipway/shop")
    }

    @Test(
        arguments: [
            "STATE_DIRECTORY", "RUNTIME_DIRECTORY", "CACHE_DIRECTORY", "NOTIFY_SOCKET",
            "LISTEN_PID",
            "INVOCATION_ID",
        ]
    )
    func aManagerHasItsOwn(variable: String) {
        #expect(ServiceFolder(ofUserFor: "shop.yaml", home.merging([variable: "1"]) { $1 }) == nil)
    }

    @Test func withoutAHomeOrANameThereAreNone() {
        #expect(ServiceFolder(ofUserFor: "shop.yaml", ["XDG_RUNTIME_DIR": "/run/user/1000"]) == nil)
        #expect(ServiceFolder(ofUserFor: "/etc/.yaml", home) == nil)
    }
}
