import Glibc
import SlipwayInterface
import SlipwayJSON
import SlipwayLoop
import SlipwaySystem
import SlipwayTestSupport
import SlipwayVarlink

@testable import SlipwayControlServer

/// A server with a ``TestService`` in a temporary folder.
final class TestControlServer {
    let folder: TemporaryFolder
    let path: String
    let service = TestService()
    let troubles = Troubles()
    let server: ControlServer
    private let users = PretendedUsers()

    init(
        limits: ControlLimits = ControlLimits(),
        owner: UInt32 = getuid(),
        calls: SocketCalls = SocketCalls()
    ) throws {
        var calls = calls
        calls.identify = users.identify
        folder = try TemporaryFolder()
        path = folder.path + "/control"
        try Loop.start()
        server = try ControlServer(
            [ControlDoor(at: .path(path), services: [service])],
            identity: .test,
            limits: limits,
            owner: owner,
            calls: calls,
            onTrouble: troubles.add
        )
    }

    deinit { server.shutdown() }

    func connect() throws -> RawClient { try RawClient(path: path) }

    /// Connects as a user that need not exist; `nil` for one that the kernel cannot identify.
    func connect(as uid: UInt32?) throws -> RawClient {
        users.expect(uid)
        return try RawClient(path: path)
    }

    /// Connects as a user and makes a call; returns the reply, and the connection to keep it open.
    func call(
        _ call: VarlinkCall = .echo([:]),
        as uid: UInt32
    ) throws -> (reply: VarlinkReply?, client: RawClient) {
        let client = try connect(as: uid)
        return (try client.call(call), client)
    }
}

extension ServiceIdentity {
    static let test = ServiceIdentity(
        vendor: "Slipway",
        product: "test",
        version: "1.2.3"
    )
}
