import Foundation
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayClient

/// Who may connect where the caller may not, and how one becomes one of them.
struct SocketGroupTests {
    private let folder: TemporaryFolder
    /// A group that this process may give a file to.
    private let number: gid_t

    init() throws {
        folder = try TemporaryFolder()
        number = geteuid() == 0 ? 1 : getegid()
    }

    private func socket(mode: mode_t, group: gid_t) throws -> String {
        try folder.write("", to: "socket")
        let path = "\(folder.path)/socket"
        #expect(chown(path, geteuid(), group) == 0)
        #expect(chmod(path, mode) == 0)
        return path
    }

    @Test func theGroupThatMayConnectIsNamed() throws {
        let path = try socket(mode: 0o660, group: number)
        let name = try #require(UserDatabase.name(ofGroup: number))
        #expect(SocketGroup(of: path)?.name == name)
        let error = ControlClientError.cannotConnect(path: path, ErrorNumber(EACCES))
        #expect(error.description.contains("; members of group '\(name)' may"))
    }

    @Test func aGroupThatMayNotConnectEitherIsNotNamed() throws {
        let path = try socket(mode: 0o640, group: number)
        #expect(SocketGroup(of: path) == nil)
        let error = ControlClientError.cannotConnect(path: path, ErrorNumber(EACCES))
        #expect(error.description.hasSuffix("; be root or in the group of the socket"))
        #expect(SocketGroup(of: "\(folder.path)/none") == nil)
    }

    @Test(
        arguments: [
            (
                "ada", false,
                "members of group 'slipway' may; to become one, run 'usermod --append --groups "
                    + "slipway ada' as root, and log in anew"
            ),
            (
                nil, false,
                "members of group 'slipway' may; to become one, run 'usermod --append --groups "
                    + "slipway USER' as root, and log in anew"
            ),
            (
                "ada", true,
                "members of group 'slipway' may, and you are one from your next login on: log in anew, or "
                    + "'newgrp slipway'"
            ),
        ] as [(String?, Bool, String)]
    )
    func theWayInIsTold(user: String?, isMember: Bool, words: String) {
        let group = SocketGroup(name: "slipway", number: 4711)
        #expect(group.advice(for: user, isMember: isMember) == words)
    }
}
