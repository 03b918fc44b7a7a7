import Foundation
import SlipwayTestSupport
import Testing

@testable import SlipwayCommand

struct SocketSearchTests {
    @Test func thePathItselfWinsOverEverything() throws {
        let search = SocketSearch { _ in "/elsewhere" }
        #expect(try search.path(socket: "/mine", app: "storefront") == "/mine")
    }

    @Test func theEnvironmentWinsOverSearchingButNotOverAName() throws {
        let search = SocketSearch(systemRoot: "/nowhere") { $0 == "SLIPWAY_SOCKET" ? "/env" : nil }
        #expect(try search.path(socket: nil, app: nil) == "/env")
        #expect(try search.path(socket: nil, app: "a") == "/nowhere/a/org.slipway.Launch")
    }

    @Test func theOnlySocketIsTheOneMeant() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("run/storefront")
        try folder.makeFolder("run/empty")
        try folder.makeFile("run/file/org.slipway.Launch")
        let path = try folder.search.path(socket: nil, app: nil)
        #expect(path == "\(folder.path)/run/storefront/org.slipway.Launch")
    }

    @Test func aUsersOwnDaemonIsFoundToo() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("user/slipway/mine")
        let path = "\(folder.path)/user/slipway/mine/org.slipway.Launch"
        #expect(try folder.search.path(socket: nil, app: nil) == path)
        #expect(try folder.search.path(socket: nil, app: "mine") == path)
    }

    @Test func theSystemsDaemonWinsOverAUsersOfTheSameName() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("user/slipway/a")
        try folder.makeSocket("run/a")
        let path = try folder.search.path(socket: nil, app: "a")
        #expect(path == "\(folder.path)/run/a/org.slipway.Launch")
    }

    @Test func noneNamesThePlaces() throws {
        let folder = try TemporaryFolder()
        let message =
            "cannot find a daemon: no socket at \(folder.path)/run/*/org.slipway.Launch and "
            + "\(folder.path)/user/slipway/*/org.slipway.Launch; is one running?"
        #expect(throws: CommandFailure.cannot(message)) {
            try folder.search.path(socket: nil, app: nil)
        }
    }

    @Test func severalAskForAName() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("run/b")
        try folder.makeSocket("run/a")
        try folder.makeSocket("user/slipway/c")
        let message = "cannot choose among the daemons of 'a', 'b', 'c'; use --app"
        #expect(throws: CommandFailure.cannot(message)) {
            try folder.search.path(socket: nil, app: nil)
        }
    }

    @Test(arguments: ["", ".", "..", "a/b", "/etc"])
    func aNameIsNoPath(name: String) {
        #expect(SocketSearch.fault(ofName: name) != nil)
    }
}

extension TemporaryFolder {
    fileprivate var search: SocketSearch {
        SocketSearch(systemRoot: path + "/run") { [path] name in
            name == "XDG_RUNTIME_DIR" ? path + "/user" : nil
        }
    }

    fileprivate func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)",
            withIntermediateDirectories: true
        )
    }

    fileprivate func makeFile(_ name: String) throws {
        try makeFolder(String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)]))
        try Data().write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    fileprivate func makeSocket(_ app: String) throws {
        try makeFolder(app)
        let status = mknod("\(path)/\(app)/\(SocketSearch.socketName)", S_IFSOCK | 0o600, 0)
        try #require(status == 0)
    }
}
