import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// A Swift service that is a whole program: how it ends, and what it tells.
@Suite(.timeLimit(.minutes(5)))
struct HostProgramTests {
    private let folder: TemporaryFolder
    private let manager: NotifySocket

    init() throws {
        folder = try TemporaryFolder()
        manager = try NotifySocket()
    }

    private func program(_ way: String) -> Program {
        Program(
            executable: Checkout.programs.appending(path: "hosted-service-fixture"),
            arguments: [way, "\(folder.path)/socket"],
            environment: ["NOTIFY_SOCKET": manager.path]
        )
    }

    @Test(arguments: [
        ("fails", 1, "'login' failed: no licence was found"),
        ("cycle", 78, "operation 'login' runs after itself"),
        ("opaque", 78, "the payloads of its launch actions 'open' cannot be read"),
        ("throws", 1, "the body of LaunchHost.main threw Unprepared: no licence was found"),
    ])
    func whatItCannotDoIsToldAndEndsItWithAStatus(
        way: String,
        status: Int32,
        words: String
    ) async throws {
        let result = try await program(way).run()
        #expect(result.status == status)
        #expect(result.output.contains(words))
        let last = manager.messages().last { $0.contains("STATUS=") }
        #expect(last?.contains(words.split(separator: ": ").last ?? "") == true, "\(last ?? "")")
    }

    @Test func aSocketThatCannotBeBoundEndsItWithAStatus() async throws {
        var program = program("stops")
        program.arguments[1] = "/proc/no/such/socket"
        let result = try await program.run()
        #expect(result.status == 1)
        let last = manager.messages().last { $0.contains("STATUS=Failed") }
        #expect(last?.contains("ERRNO=") == true, "\(last ?? "")")
    }

    @Test func anOrdinaryStopIsNoError() async throws {
        let running = try program("stops").start()
        var told: [String] = []
        try await eventually("it is ready") {
            told += manager.messages()
            return told.contains { $0.contains("READY=1") }
        }
        running.terminate()
        #expect(await running.result().status == 0)
    }

    @Test func operatorsStartAndEndTheBodiesThatStay() async throws {
        let running = try program("serves").start()
        var told: [String] = []
        try await eventually("it is ready") {
            told += manager.messages()
            return told.contains { $0.contains("READY=1") }
        }
        let client = try ControlClient(path: "\(folder.path)/socket")
        let report = try client.call(Method.GetReport()).launch
        #expect(report.programs.map(\.name) == ["web"])
        #expect(report.programs.map(\.state) == [.running])
        #expect(try client.call(Method.RestartProgram("web")).program.state == .running)
        #expect(try client.call(Method.StopProgram("web")).program.state == .stopped)
        #expect(try client.call(Method.GetStatus()).status.phase == .ready(degraded: true))
        #expect(try client.call(Method.StartProgram("web")).program.state == .running)
        let unknown = LaunchRefusal.noSuchProgram("wbe", known: ["web"]).varlinkError
        #expect(throws: ControlClientError.refused(unknown)) {
            _ = try client.call(Method.StopProgram("wbe"))
        }
        running.terminate()
        let result = await running.result()
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count { $0.hasSuffix("Program 'web' is running") } == 3)
        #expect(lines.count { $0.contains("Program 'web' is stopped") } == 2)
    }

    /// Otherwise a connection that waits would start the service again at once.
    @Test func sendersAtAnActivationSocketAreToldWhyItCannotStart() async throws {
        let activator = try PythonPeer(
            """
            import os
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(path)
            listener.listen()
            peer = connect()
            send(peer, "GetStatus")
            service = os.fork()
            if service == 0:
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
                os.execv(sys.argv[2], [sys.argv[2], "cycle"])
            listener.close()
            refusal = reply(peer)
            status = os.waitstatus_to_exitcode(os.waitpid(service, 0)[1])
            print(refusal["error"], "itself" in str(refusal["parameters"]), status, flush=True)
            """,
            at: "\(folder.path)/activated",
            arguments: [program("cycle").executable.path()],
            isOther: false
        )
        try await activator.says("org.slipway.Launch.LaunchFailed True 78")
    }
}
