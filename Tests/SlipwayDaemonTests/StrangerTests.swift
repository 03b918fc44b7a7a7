import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// Something else that listens where a program is to be ready.
@Suite(.timeLimit(.minutes(5)))
struct StrangerTests {
    /// A socket that listens at a port of this machine.
    private static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let error = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) | Glibc.listen(descriptor, 8)
                    | getsockname(descriptor, $0, &size)
            }
        }
        try #require(error == 0)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    @Test(arguments: ["tcp: '127.0.0.1:PORT'", "http: 'http://localhost:PORT/'"])
    func aProgramIsNotStartedWhereSomethingElseAnswers(ready: String) async throws {
        let (descriptor, port) = try Self.listen()
        let ready = ready.replacing("PORT", with: "\(port)")
        let daemon = try RunningDaemon(
            starting: """
                name: tested
                operations:
                  web:
                    exec: { command: [/bin/sleep, '1000'], ready: { \(ready) } }
                """
        )
        let result = await daemon.program.result()
        close(descriptor)
        #expect(result.status == 1)
        let place = ready.contains("localhost") ? "localhost:\(port)" : "127.0.0.1:\(port)"
        let words =
            "'/bin/sleep' is not started: another program listens at \(place) already, where this "
            + "one is to be ready; stop the other, or choose another port"
        #expect(result.output.contains(words), "\(result.output)")
    }

    /// The process of before has ended by then.
    @Test func aProgramMayBeRestartedAndReplacedAtItsPort() async throws {
        let (descriptor, port) = try Self.listen()
        close(descriptor)
        let folder = try TemporaryFolder()
        func text(_ version: Int) -> String {
            """
            name: tested
            operations:
              web:
                exec:
                  command: [/usr/bin/python3, -m, http.server, --bind, 127.0.0.1, '\(port)']
                  environment: { VERSION: '\(version)' }
                  ready: { tcp: '127.0.0.1:\(port)' }
            """
        }
        let daemon = try await RunningDaemon(text(1), in: folder)
        try await daemon.untilReady()
        let reply = try daemon.client().call(Method.RestartProgram("web"))
        #expect(reply.program.state == .running)
        try folder.write(text(2), to: "tested.yaml")
        let reloaded = try daemon.client().call(Method.Reload(), timeout: .seconds(60))
        #expect(reloaded.operations.map(\.fate) == [.replaced])
        #expect(await daemon.stop().status == 0)
    }
}
