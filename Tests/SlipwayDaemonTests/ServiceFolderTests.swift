import Glibc
import SlipwayClient
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
    /// The user's, and all folders are.
    private func found(
        _ configuration: String,
        _ variables: [String: String],
        of user: UInt32 = 1000,
        owner: UInt32? = 1000
    ) -> ServiceFolder? {
        ServiceFolder(ofUserFor: configuration, variables, of: user, owner: { _ in owner })
    }

    private let home = ["HOME": "/home/ada", "XDG_RUNTIME_DIR": "/run/user/1000"]

    @Test func theyAreWhereTheUserHasThem() throws {
        let folder = try #require(found("config/shop.yaml", home))
        #expect(
            folder.variables == [
                "RUNTIME_DIRECTORY": "/run/user/1000/slipway-run/shop",
                "STATE_DIRECTORY": "/home/ada/.local/state/slipway/shop",
                "CACHE_DIRECTORY": "/home/ada/.cache/slipway/shop",
            ]
        )
        #expect(folder.socket == "/run/user/1000/slipway/shop/org.slipway.Launch")
        let other = home.merging(["XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c"]) { $1 }
        let moved = try #require(found("shop.json", other)).variables
        #expect(moved["STATE_DIRECTORY"] == "/s/slipway/shop")
        #expect(moved["CACHE_DIRECTORY"] == "/c/slipway/shop")
    }

    /// systemd 248 and later says which process it executed; before, no unit has a terminal.
    @Test(arguments: [
        (["INVOCATION_ID": "8b38"], true),
        (["INVOCATION_ID": "8b38", "SYSTEMD_EXEC_PID": "41"], true),
        (["INVOCATION_ID": "8b38", "SYSTEMD_EXEC_PID": "42"], false),
        (["SYSTEMD_EXEC_PID": "4x"], true),
        (["NOTIFY_SOCKET": "/run/notify"], false),
    ])
    func onlyTheProcessOfAUnitHasNone(variables: [String: String], areThere: Bool) {
        let found = ServiceFolder(
            ofUserFor: "shop.yaml",
            home.merging(variables) { $1 },
            for: 42,
            of: 1000,
            owner: { _ in 1000 }
        )
        #expect((found != nil) == areThere)
    }

    /// As after `su`, in a container, or by ssh where no session is begun.
    @Test func withoutASessionTheSocketsAreBesideTheState() throws {
        let variables = ["HOME": "/home/ada"]
        let outside = try #require(found("shop.yaml", variables))
        #expect(
            outside.variables == [
                "RUNTIME_DIRECTORY": "/home/ada/.local/state/slipway-run/shop",
                "STATE_DIRECTORY": "/home/ada/.local/state/slipway/shop",
                "CACHE_DIRECTORY": "/home/ada/.cache/slipway/shop",
            ]
        )
        #expect(outside.socket == "/home/ada/.local/state/slipway-control/shop/org.slipway.Launch")
        // The session of another user is none.
        #expect(found("shop.yaml", home, owner: 4711) == outside)
        #expect(found("shop.yaml", home, of: 0)?.socket == "/run/slipway/shop/org.slipway.Launch")
        let search = SocketSearch(of: 1000, owner: { _ in 1000 }, environment: { variables[$0] })
        #expect(search.places(.control, "shop", of: .user) == [outside.socket])
        #expect(
            search.places(.observing, "shop", of: .user) == [
                "\(outside.variables["RUNTIME_DIRECTORY"] ?? "")/org.slipway.Launch"
            ]
        )
    }

    @Test func theFoldersOfItsSocketsAreForTheUserAlone() throws {
        let place = try TemporaryFolder()
        let user = max(geteuid(), 1)
        let variables = ["HOME": place.path]
        let outside = ServiceFolder(
            ofUserFor: "shop.yaml",
            variables,
            of: user,
            owner: { _ in nil }
        )
        try #require(outside).make()
        for name in ["slipway-run", "slipway-run/shop", "slipway-control", "slipway"] {
            var status = stat()
            #expect(stat("\(place.path)/.local/state/\(name)", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700, "\(name)")
        }
    }

    @Test func aPathThatIsTooLongForASocketIsToldBefore() throws {
        let long = "/" + String(repeating: "x", count: 80)
        let folder = try #require(found("shop.yaml", ["HOME": long]))
        let path = "\(long)/.local/state/slipway-control/shop/org.slipway.Launch"
        #expect(throws: ServiceFolderFault.tooLong(path: path)) { try folder.make() }
        #expect(
            "\(ServiceFolderFault.tooLong(path: path))"
                == "cannot make socket '\(path)': its path has \(path.utf8.count) bytes, at most 107 are possible; "
                + "name a shorter folder"
        )
    }

    @Test(
        arguments: [
            "STATE_DIRECTORY", "RUNTIME_DIRECTORY", "CACHE_DIRECTORY", "NOTIFY_SOCKET",
            "LISTEN_PID",
        ]
    )
    func aManagerHasItsOwn(variable: String) {
        #expect(found("shop.yaml", home.merging([variable: "1"]) { $1 }) == nil)
    }

    @Test func withoutAHomeOrANameThereAreNone() {
        #expect(found("shop.yaml", ["XDG_RUNTIME_DIR": "/run/user/1000"]) == nil)
        #expect(found("/etc/.yaml", home) == nil)
    }
}
