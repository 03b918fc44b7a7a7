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

    @Test func withADifferentNameAnOwnerOfOneTellsIt() {
        let several = SeveralServices([
            FoundService("a", of: .system), FoundService("b", of: .system),
            FoundService("c", of: .user),
        ])
        #expect(several.ownersOfOne == [.user])
        let two = SeveralServices([FoundService("a", of: .system), FoundService("b", of: .system)])
        #expect(two.ownersOfOne == [])
    }

    /// After `su` the session's folder is another user's, who could answer in place of any service.
    @Test func theSessionOfAnotherUserIsNotSearched() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("user/slipway/mine")
        let search = SocketSearch(
            system: folder.path + "/run",
            of: 0,
            owner: { _ in 1000 },
            environment: { $0 == "XDG_RUNTIME_DIR" ? folder.path + "/user" : nil }
        )
        #expect(search.apps == [])
        #expect(try search.find(.control, socket: nil, app: "mine", of: .user) == .none(places: []))
        #expect(
            search.asideReason
                == "XDG_RUNTIME_DIR is left aside: \(folder.path)/user belongs to user 1000, not to user 0"
        )
    }

    @Test func aServiceOutsideOfASessionIsFoundInOneToo() throws {
        let folder = try TemporaryFolder()
        try folder.makeSocket("home/.local/state/slipway-control/a")
        try folder.makeSocket("home/.local/state/slipway-run/a")
        // What an earlier service in a session has left.
        try folder.makeSocket("user/slipway/a")
        let path = "\(folder.path)/home/.local/state/slipway-control/a/org.slipway.Launch"
        let variables = ["XDG_RUNTIME_DIR": folder.path + "/user", "HOME": folder.path + "/home"]
        for variables in [variables, variables.filter { $0.key == "HOME" }] {
            let search = SocketSearch(
                system: folder.path + "/run",
                of: 1000,
                owner: { _ in 1000 },
                environment: { variables[$0] }
            )
            for app in [nil, "a"] {
                #expect(try search.find(.control, socket: nil, app: app) == .path(path))
            }
            #expect(search.services.map(\.app) == ["a"])
        }
        let other = SocketSearch(
            system: folder.path + "/run",
            of: 1000,
            owner: { $0.hasSuffix("slipway-control") ? 4711 : 1000 },
            environment: { variables[$0] }
        )
        #expect(try other.find(.control, socket: nil, app: "a") != .path(path))
    }

    @Test func anOwnerNamesItsOwnPlaces() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("user")
        try folder.makeSocket("run/slipway/a")
        #expect(
            try folder.search.find(.control, socket: nil, app: "a", of: .user)
                == .none(places: ["\(folder.path)/user/slipway/a/org.slipway.Launch"])
        )
    }

    @Test func noneNamesThePlaces() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("user")
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
