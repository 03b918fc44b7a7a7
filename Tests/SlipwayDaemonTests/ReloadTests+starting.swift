import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayReport
import SlipwayTestSupport
import Testing

/// A reload that is asked for while the service starts, and what is known of files that have changed.
extension ReloadTests {
    private func starting(_ configuration: String) async throws -> RunningDaemon {
        try await RunningDaemon("name: tested\ngrace: 5s\n" + configuration, in: folder)
    }

    private var gate: String { "  gate: { wait: { file: \"\(folder.path)/go\" }, timeout: 1m }\n" }

    /// The generation that is in service after a reload, or why there was none.
    private typealias Asked = Task<(generation: Int?, refusal: LaunchRefusal?), any Error>

    /// Asks for a reload, and goes on once the daemon has it.
    private func ask(_ daemon: RunningDaemon, number: Int = 1) async throws -> Asked {
        let socket = daemon.socket
        let asked = Asked { [folder] in
            // Two that wait for a reply would take both threads of a small machine's pool.
            try await blocking {
                var generation: Int?
                let refusal = refusal {
                    let client = try ControlClient(path: socket)
                    try client.stream(Method.Reload(), timeout: .seconds(60)) { reply in
                        let told = try Method.Reload.reply(reply)
                        if told.progress == nil { generation = told.generation }
                        try folder.write("", to: "asked-\(number)")
                        return true
                    }
                }
                return (generation, refusal)
            }
        }
        try await eventually("the daemon has it") {
            FileManager.default.fileExists(atPath: "\(folder.path)/asked-\(number)")
        }
        return asked
    }

    @Test func reloadsThatAreAskedForDuringTheStartComeOnceTheServiceIsReadyAndOnce() async throws {
        let before = "operations:\n" + gate
        let daemon = try await starting(before)
        let first = try await ask(daemon)
        try daemon.send(SIGHUP)
        try await daemon.untilItSays("SIGHUP asks for a reload")
        try folder.write(
            "name: tested\ngrace: 5s\n\(before)  more: { exec: \(step("more")) }\n",
            to: "tested.yaml"
        )
        let second = try await ask(daemon, number: 2)
        #expect(try daemon.client().call(Method.GetStatus()).status.phase == .starting)
        try folder.write("", to: "go")
        for asked in [first, second] { #expect(try await asked.value.generation == 2) }
        #expect(steps == ["more"])
        #expect(try daemon.client().call(Method.GetStatus()).status.generation == 2)
        let result = await daemon.stop()
        #expect(result.status == 0)
        #expect(!result.output.contains("generation 3"))
        let words = "the reload comes once the service is ready"
        #expect(result.output.ranges(of: words).count == 1)
    }

    @Test func whoWaitsForAReloadHearsThatTheLaunchFailed() async throws {
        let daemon = try await starting(
            """
            operations:
            \(gate)
              bad: { requires: [gate], exec: [/bin/sh, -c, "exit 3"] }
            """
        )
        let asked = try await ask(daemon)
        try folder.write("", to: "go")
        let message = "'/bin/sh' exited with 3"
        #expect(try await asked.value.refusal == .launchFailed(operation: "bad", message: message))
        #expect(await daemon.program.result().status == 1)
    }

    @Test func whoWaitsForAReloadHearsThatTheServiceIsStopped() async throws {
        let daemon = try await starting("operations:\n" + gate)
        let asked = try await ask(daemon)
        #expect(await daemon.stop().status == 0)
        #expect(try await asked.value.refusal == .shuttingDown)
    }

    @Test func aCallerThatWaitsForTheStartHearsHowFarItIs() async throws {
        let daemon = try await starting("operations:\n" + gate)
        var told: [ReloadReply] = []
        try daemon.client().stream(Method.Reload(), timeout: .seconds(60)) { reply in
            let reply = try Method.Reload.reply(reply)
            told.append(reply)
            if reply.progress?.waitsFor.last?.name == "gate" { try folder.write("", to: "go") }
            return true
        }
        #expect(told.first?.generation == 1)
        #expect(told.first?.progress?.generation == 1)
        #expect(told.last?.generation == 2)
        #expect(await daemon.stop().status == 0)
    }

    /// As by `systemctl reload`, of which a manager tells a service that starts nothing.
    @Test func filesThatChangedDuringTheStartAreToldOnceTheServiceIsReady() async throws {
        let before = "operations:\n\(gate)  web: { exec: \(program("web")) }\n"
        let daemon = try await starting(before)
        let after = before + "  more: { exec: \(step("more")) }\n"
        try folder.write("name: tested\ngrace: 5s\n" + after, to: "tested.yaml")
        try folder.write("", to: "go")
        let file = "\(folder.path)/tested.yaml"
        let words = "the configuration has changed since it was loaded: \(file)"
        try await daemon.untilItSays("\(words); 'slipway reload' brings it in")
        let client = try daemon.client()
        #expect(try client.call(Method.GetStatus()).status.remarks?.changedFiles == [file])
        #expect(try client.call(Method.GetReport()).remarks?.changedFiles == [file])
        let restarted = try client.call(Method.RestartProgram("web"), timeout: .seconds(30))
        #expect(restarted.changedFiles == [file])
        #expect(try reload(daemon, after, isDryRun: true).notes == [words])
        #expect(try reload(daemon, after).notes.isEmpty)
        #expect(try client.call(Method.GetStatus()).status.remarks == nil)
        // By content: it is as it was loaded.
        try reload(daemon, after + "\n", isDryRun: true)
        #expect(try client.call(Method.GetStatus()).status.remarks?.changedFiles == [file])
        try reload(daemon, after, isDryRun: true)
        #expect(try client.call(Method.GetStatus()).status.remarks == nil)
        #expect(await daemon.stop().status == 0)
    }
}
