import Foundation
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

struct SocketSearchTests {
    @Test(arguments: [SocketSearch.Purpose.control, .observing])
    func thePathItselfWinsOverEverything(purpose: SocketSearch.Purpose) throws {
        let search = SocketSearch { _ in "/elsewhere" }
        #expect(
            try search.find(purpose, socket: "/mine", app: "storefront") == .path("/mine")
        )
    }

    @Test func theEnvironmentWinsOverSearchingButNotOverAName() throws {
        let search = SocketSearch(system: "/nowhere") { $0 == "SLIPWAY_SOCKET" ? "/env" : nil }
        #expect(try search.find(.observing, socket: nil, app: nil) == .path("/env"))
        #expect(
            try search.find(.control, socket: nil, app: "a")
                == .none(places: ["/nowhere/slipway/a/org.slipway.Launch"])
        )
    }

    @Test func theOnlyServiceIsTheOneMeant() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("run/slipway/storefront")
        try folder.makeSocket("run/slipway-run/storefront")
        try folder.makeFolder("run/slipway/empty")
        try folder.makeFile("run/slipway/file/org.slipway.Launch")
        for app in [nil, "storefront"] {
            #expect(
                try folder.search.find(.control, socket: nil, app: app)
                    == .path("\(folder.path)/run/slipway/storefront/org.slipway.Launch")
            )
            #expect(
                try folder.search.find(.observing, socket: nil, app: app)
                    == .path("\(folder.path)/run/slipway-run/storefront/org.slipway.Launch")
            )
        }
    }

    @Test(arguments: [nil, "storefront"])
    func aServiceThatIsNotObservedIsStopped(app: String?) throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("run/slipway/storefront")
        #expect(
            try folder.search.find(.observing, socket: nil, app: app)
                == .stopped(FoundService("storefront", of: .system))
        )
    }

    @Test func aUsersOwnDaemonIsFoundToo() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("user/slipway/mine")
        let path = "\(folder.path)/user/slipway/mine/org.slipway.Launch"
        for app in [nil, "mine"] {
            #expect(try folder.search.find(.control, socket: nil, app: app) == .path(path))
        }
    }

    @Test func ofTwoWithOneNameTheOwnerSaysWhichIsMeant() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("user/slipway/a")
        try folder.makeSocket("user/slipway-run/a")
        try folder.makeSocket("run/slipway/a")
        let search = folder.search
        #expect(
            try search.find(.control, socket: nil, app: "a", of: .system)
                == .path("\(folder.path)/run/slipway/a/org.slipway.Launch")
        )
        #expect(
            try search.find(.observing, socket: nil, app: "a", of: .system)
                == .stopped(FoundService("a", of: .system))
        )
        for app in [nil, "a"] {
            #expect(
                try search.find(.observing, socket: nil, app: app, of: .user)
                    == .path("\(folder.path)/user/slipway-run/a/org.slipway.Launch")
            )
        }
    }

    /// An action for one of them must not go to the other one.
    @Test(arguments: [nil, "a"])
    func ofTwoWithOneNameNoneIsChosen(app: String?) throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("user/slipway/a")
        try folder.makeSocket("run/slipway/a")
        let several = SeveralServices([
            FoundService("a", of: .system), FoundService("a", of: .user),
        ])
        #expect(throws: several) { try folder.search.find(.control, socket: nil, app: app) }
        #expect("\(several)" == "'a' is a service of the machine and one of this user's")
    }

    @Test func anOwnerNamesItsOwnPlaces() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("run/slipway/a")
        #expect(
            try folder.search.find(.control, socket: nil, app: "a", of: .user)
                == .none(places: ["\(folder.path)/user/slipway/a/org.slipway.Launch"])
        )
    }

    @Test func noneNamesThePlaces() throws {
        let folder = try TemporaryFolder()
        #expect(
            try folder.search.find(.observing, socket: nil, app: nil)
                == .none(places: [
                    "\(folder.path)/run/slipway-run/*/org.slipway.Launch",
                    "\(folder.path)/user/slipway-run/*/org.slipway.Launch",
                ])
        )
    }

    @Test func severalAskForAName() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("run/slipway/b")
        try folder.makeSocket("run/slipway-run/a")
        try folder.makeSocket("user/slipway/c")
        let several = SeveralServices([
            FoundService("a", of: .system), FoundService("b", of: .system),
            FoundService("c", of: .user),
        ])
        #expect(throws: several) { try folder.search.find(.control, socket: nil, app: nil) }
        #expect("\(several)" == "cannot choose among the daemons of 'a', 'b', 'c' (user)")
    }

    @Test(arguments: ["", ".", "..", "a/b", "/etc"])
    func aNameIsNoPath(name: String) {
        #expect(SocketSearch.fault(ofName: name) != nil)
    }
}

extension TemporaryFolder {
    fileprivate var search: SocketSearch {
        SocketSearch(system: path + "/run") { [path] name in
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
        let status = mknod("\(path)/\(app)/\(LaunchInterface.name)", S_IFSOCK | 0o600, 0)
        try #require(status == 0)
    }
}
