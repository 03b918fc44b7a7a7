import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwaySystem
import SlipwayTestSupport
import Testing

/// A shortage of the daemon's own says nothing about the health of its programs.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ShortageOfChecksTests {
    private static let names = ["tcp", "http", "local", "exec"]

    /// Another daemon, which answers each check.
    private func server() async throws -> (RunningDaemon, port: UInt16) {
        let port = try ProbePeer.freePort()
        let place = ListenAddress.tcp(.ipv4("127.0.0.1"), port: port)
        let server = try await RunningDaemon("name: other\nprobes: { listen: \"\(place)\" }")
        try await server.untilReady()
        return (server, port)
    }

    /// The programs `tcp`, `http`, `local` and `exec` run and are healthy; each is ended after one miss.
    private func daemon(
        at port: UInt16,
        through command: [String] = [],
        in place: TemporaryFolder? = nil
    ) async throws -> RunningDaemon {
        func program(_ name: String, _ check: String) -> String {
            """
              \(name):
                exec: { command: [/bin/sleep, '1000'], ready: started }
                health: { \(check), every: 100ms, misses: 1 }
                ended: restart
                restart: { attempts: 1, initial: 10ms }
            """
        }
        let daemon = try await RunningDaemon(
            """
            name: checked
            grace: 5s
            operations:
            \(program("tcp", "tcp: '127.0.0.1:\(port)'"))
            \(program("http", "http: 'http://127.0.0.1:\(port)/live'"))
            \(program("local", "tcp: 'localhost:\(port)'"))
            \(program("exec", "exec: [/bin/true]"))
            """,
            through: command,
            in: place
        )
        try await daemon.untilReady()
        return daemon
    }

    private func lacks(_ client: ControlClient) throws -> [String: String] {
        let programs = try client.call(Method.GetReport()).launch.programs
        return Dictionary(uniqueKeysWithValues: programs.map { ($0.name, $0.lack ?? "") })
    }

    private func untilTheyAreHealthyAgain(
        _ client: ControlClient,
        as before: [String: Int32?]
    ) async throws {
        try await eventually("each is checked again") {
            try lacks(client).values.allSatisfy(\.isEmpty)
        }
        #expect(try pids(client) == before)
    }

    private func pids(_ client: ControlClient) throws -> [String: Int32?] {
        let programs = try client.call(Method.GetReport()).launch.programs
        #expect(programs.allSatisfy { $0.state == .running && $0.restarts == 0 })
        return Dictionary(uniqueKeysWithValues: programs.map { ($0.name, $0.pid) })
    }

    @Test func withoutDescriptorsHealthyProgramsGoOn() async throws {
        let (server, port) = try await server()
        let daemon = try await daemon(at: port)
        let client = try daemon.client()
        let before = try pids(client)
        try await daemon.limit("nofile", to: 3)
        try await eventually("none can be asked") {
            let lacks = try lacks(client)
            return Self.names.allSatisfy {
                lacks[$0]?.hasPrefix("cannot be asked for its health: ") == true
                    && lacks[$0]?.hasSuffix("Too many open files (EMFILE)") == true
            }
        }
        try await daemon.limit("nofile", to: 1024)
        try await untilTheyAreHealthyAgain(client, as: before)
        let result = await daemon.stop()
        #expect(result.status == 0)
        for name in Self.names {
            let lines = result.output.split(separator: "\n").filter {
                $0.contains(name) && $0.contains("cannot be asked for its health: ")
            }
            #expect(lines.count == 1, "\(name): \(result.output)")
        }
        #expect(await server.stop().status == 0)
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func withoutProcessesHealthyProgramsGoOn() async throws {
        let uid = 62_010
        let place = try TemporaryFolder()
        try FileManager.default.setAttributes([.ownerAccountID: uid], ofItemAtPath: place.path)
        let (server, port) = try await server()
        let daemon = try await daemon(
            at: port,
            through: Privileges.asUser(uid),
            in: place
        )
        let client = try daemon.client()
        let before = try pids(client)
        try await daemon.limit("nproc", to: 1, as: Privileges.asUser(uid))
        try await eventually("the names and the programs lack a process") {
            let lacks = try lacks(client)
            return ["local", "exec"].allSatisfy {
                lacks[$0]?.contains("Resource temporarily unavailable") == true
            }
        }
        #expect(try lacks(client)["tcp"] == "")
        try await daemon.limit("nproc", to: 10_000, as: Privileges.asUser(uid))
        try await untilTheyAreHealthyAgain(client, as: before)
        #expect(await daemon.stop().status == 0)
        #expect(await server.stop().status == 0)
    }
}
