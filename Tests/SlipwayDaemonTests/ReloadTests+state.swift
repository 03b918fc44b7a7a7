import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayReport
import SlipwayTestSupport
import Testing

/// The answers about a reload while it is under way.
extension ReloadTests {
    /// A program that requires a step, whose second version waits for the file `go`.
    private func text(_ version: Int, _ end: String = "true") -> String {
        let wait = version == 1 ? ":" : "while ! [ -e \(folder.path)/go ]; do sleep 0.02; done"
        return """
            operations:
              schema: { exec: [/bin/sh, -c, "\(wait); \(end)"], stop: [/bin/true] }
              web: { requires: [schema], exec: \(program("web")) }
            """
    }

    private func ask(_ daemon: RunningDaemon, _ configuration: String) throws
        -> Task<LaunchRefusal?, Never>
    {
        let socket = daemon.socket
        try folder.write("name: tested\ngrace: 5s\n" + configuration, to: "tested.yaml")
        return Task.detached {
            refusal {
                _ = try ControlClient(path: socket).call(Method.Reload(), timeout: .seconds(60))
            }
        }
    }

    private func status(_ daemon: RunningDaemon) throws -> LaunchStatus {
        try daemon.client().call(Method.GetStatus()).status
    }

    @Test(arguments: ["true", "exit 3"])
    func aReloadIsAStateOfItsOwnAndNoFault(end: String) async throws {
        let daemon = try await daemon(text(1))
        #expect(try status(daemon).reload == nil)
        let asked = try ask(daemon, text(2, end))
        try await eventually("the program has ended, and the step runs") {
            try steps.last == "web ends" && status(daemon).reload?.waitsFor.last?.name == "schema"
        }
        let during = try status(daemon)
        #expect(during.phase == .ready(degraded: false))
        #expect(during.generation == 1)
        #expect(during.remarks == nil)
        let reload = try #require(during.reload)
        #expect(reload.step == "running")
        #expect(reload.generation == 2)
        let client = try daemon.client()
        #expect(
            try client.call(Method.GetReport()).reload?.words == "generation 2 runs what changed"
        )
        let explanation = try client.call(Method.Explain()).explanation
        #expect(explanation.state == "reloading")
        #expect(explanation.steps.first?.name == "tested")
        #expect(explanation.steps.last?.name == "schema")
        let web = try client.call(Method.ListPrograms()).programs.first { $0.name == "web" }
        #expect(web?.stateWords == "stopped for a reload")
        #expect(web?.isTrouble == false)
        try folder.write("", to: "go")
        let refused = await asked.value
        #expect((refused == nil) == (end == "true"))
        let after = try status(daemon)
        #expect(after.reload == nil)
        #expect(after.phase == .ready(degraded: false))
        #expect(after.generation == (end == "true" ? 2 : 1))
        let result = await daemon.stop()
        #expect(result.status == 0)
        #expect(!result.output.contains("egraded"), "\(result.output)")
    }

    @Test func aReloadThatWaitsForAQueueSaysForWhich() async throws {
        func text(_ version: Int) -> String {
            """
            operations:
              step: { queue: main, exec: \(step("step \(version)")) }
            actions:
              hold: { queue: main, exec: [/bin/sh, -c, "while ! [ -e \(folder.path)/go ]; do sleep 0.02; done"] }
            """
        }
        let daemon = try await daemon(text(1))
        _ = try daemon.client().call(Method.Submit(kind: "hold", wait: .running))
        let asked = try ask(daemon, text(2))
        try await eventually("it waits") { try status(daemon).reload?.step == "waiting" }
        #expect(
            try status(daemon).reload?.words
                == "generation 2 waits until it may begin: queue 'main'"
        )
        try folder.write("", to: "go")
        #expect(await asked.value == nil)
        #expect(await daemon.stop().status == 0)
    }

    @Test func aProgramThatEndsByItselfDuringAReloadIsMissing() async throws {
        let other = "\n  other: { exec: \(program("other")), ended: degrade }"
        let daemon = try await daemon(text(1) + other)
        let asked = try ask(daemon, text(2) + other)
        try await eventually("the step runs") {
            try status(daemon).reload?.waitsFor.last?.name == "schema"
        }
        kill(try pid(of: "other", daemon), SIGKILL)
        try await eventually("it is missing") {
            try status(daemon).phase == .ready(degraded: true)
        }
        #expect(try status(daemon).reload?.step == "running")
        try folder.write("", to: "go")
        _ = await asked.value
        #expect(await daemon.stop().status == 0)
    }
}
