import Foundation
import SlipwayTestSupport
import Testing

@testable import SlipwaySystem

/// What owners, groups and modes let a user do, where that is certain.
struct FileUserTests {
    private let folder: TemporaryFolder
    /// Neither the owner nor in the group of the files here.
    private let stranger = FileUser(user: 4711, groups: [4711])

    init() throws {
        folder = try TemporaryFolder()
        #expect(chmod(folder.path, 0o755) == 0)
    }

    private func file(_ mode: mode_t, in name: String = "", folderMode: mode_t = 0o755) throws
        -> String
    {
        if !name.isEmpty { #expect(mkdir("\(folder.path)/\(name)", 0o755) == 0) }
        let path = try folder.write("", to: name.isEmpty ? "file" : "\(name)/file")
        #expect(chmod(path, mode) == 0)
        if !name.isEmpty { #expect(chmod("\(folder.path)/\(name)", folderMode) == 0) }
        return path
    }

    @Test(
        arguments: [(0o644, true), (0o600, false), (0o640, false), (0o755, true)]
            as [(mode_t, Bool)]
    )
    func aStrangerHasWhatOthersHave(mode: mode_t, isAllowed: Bool) throws {
        let path = try file(mode)
        let words =
            "the mode of '\(path)' is 0\(String(mode, radix: 8)); 'chmod o+r \(path)' allows it; "
            + "for a secret, LoadCredential= gives the unit a copy"
        #expect(stranger.obstacle(to: path, for: .read) == (isAllowed ? nil : words))
    }

    @Test func theOwnerAndItsGroupHaveRightsOfTheirOwn() throws {
        let path = try file(0o640)
        var status = stat()
        #expect(stat(path, &status) == 0)
        let member = FileUser(user: 4711, groups: [status.st_gid])
        #expect(member.obstacle(to: path, for: .read) == nil)
        #expect(member.obstacle(to: path, for: .execute)?.hasSuffix("allows it") == true)
        // Root may read everything, and an owner other than root what it has the right to.
        let owner = FileUser(user: status.st_uid, groups: [])
        #expect(owner.obstacle(to: path, for: .read) == nil)
    }

    @Test func aFolderOnTheWayIsNamed() throws {
        let path = try file(0o644, in: "home", folderMode: 0o700)
        let home = "\(folder.path)/home"
        let words = "folder '\(home)' has mode 0700; 'chmod o+x \(home)' lets the user in"
        #expect(stranger.obstacle(to: path, for: .read) == words)
        // Also on the way to what a link names.
        let link = "\(folder.path)/link"
        #expect(symlink(path, link) == 0)
        #expect(stranger.obstacle(to: link, for: .read) == words)
    }

    @Test func aFolderThatTheUserDoesNotSeeIsNamed() throws {
        let path = try file(0o644)
        let user = FileUser(user: 4711, groups: [], hidden: [folder.path: "it is hidden"])
        #expect(user.obstacle(to: path, for: .read) == "it is hidden")
        #expect(user.obstacle(to: "/bin/sh", for: .execute) == nil)
    }

    @Test func whatIsNotThereIsNoObstacle() throws {
        #expect(stranger.obstacle(to: "\(folder.path)/none", for: .read) == nil)
        #expect(stranger.obstacle(to: "relative", for: .read) == nil)
        let root = FileUser(user: 0, groups: [])
        #expect(root.obstacle(to: try file(0), for: .read) == nil)
    }

    /// Its files have a number that it does not have now.
    @Test func whatMayBelongToAUserOfSystemdsIsNoObstacle() throws {
        let path = try file(0o600)
        let user = FileUser(user: nil, groups: [])
        #expect(user.obstacle(to: path, for: .read) != nil)
        guard geteuid() == 0 else { return }
        #expect(chown(path, 61200, 61200) == 0)
        #expect(user.obstacle(to: path, for: .read) == nil)
    }
}
