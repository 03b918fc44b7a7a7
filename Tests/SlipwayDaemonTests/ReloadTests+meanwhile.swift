import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// What happens to programs while a reload runs.
extension ReloadTests {
    @Test func aProgramThatAnOperatorStopsMeanwhileDoesNotComeInItsPlace() async throws {
        let daemon = try await daemon("operations:\n  web: { exec: \(program("web 1")) }\n")
        let socket = daemon.socket
        let text = """
            name: tested
            operations:
              web: { exec: \(program("web 2")), replace: overlap }
              gate: { requires: [web], wait: { file: "\(folder.path)/go" }, timeout: 1m }

            """
        try folder.write(text, to: "tested.yaml")
        async let refused = blocking {
            refusal {
                _ = try ControlClient(path: socket).call(Method.Reload(), timeout: .seconds(60))
            }
        }
        try await eventually("the new one runs") { steps.contains("web 2") }
        _ = try daemon.client().call(Method.StopProgram("web"))
        try folder.write("", to: "go")
        guard case .cannotReload(let reason, _)? = try await refused else {
            Issue.record("it was not refused")
            return
        }
        #expect(reason.hasPrefix("program 'web' was stopped by "), "\(reason)")
        #expect(reason.hasSuffix(" meanwhile"), "\(reason)")
        try await eventually("the new one ends") { steps.contains("web 2 ends") }
        let web = try daemon.report().programs.first { $0.name == "web" }
        #expect(web?.state == .stopped)
        #expect(web?.stop?.uid == geteuid())
        #expect(await daemon.stop().status == 0)
    }

    /// The old configuration comes back with what it was about to do.
    @Test func aProgramThatWaitsForAnotherIsThereAgainWhenAReloadFails() async throws {
        func text(_ version: Int, _ last: String = "") -> String {
            """
            operations:
              db:
                exec: \(program("db \(version)"))
                ended: restart
                restart: { initial: 1h, maximum: 1h }
                dependents: stopped
              web: { requires: [db], exec: \(program("web \(version)")) }
            \(last)
            """
        }
        let daemon = try await daemon(text(1))
        #expect(kill(try pid(of: "db", daemon), SIGKILL) == 0)
        try await eventually("what requires it is ended") { steps.contains("web 1 ends") }
        let last = "  last: { requires: [web], exec: [/bin/false] }"
        guard case .cannotReload? = refusal({ try reload(daemon, text(2, last)) }) else {
            Issue.record("it was not refused")
            return
        }
        try await eventually("both run again") {
            steps.suffix(2) == ["db 1", "web 1"]
        }
        #expect(try daemon.report().phase == .ready(degraded: false))
        #expect(await daemon.stop().status == 0)
    }
}

extension ReloadTests {
    @Test func aServiceThatWouldNotComeBackIsNotEndedByARestartOfItAll() async throws {
        let daemon = try await daemon("operations:\n  web: { exec: \(program("web")) }\n")
        let pid = try pid(of: "web", daemon)
        try folder.write("name: tested\noperations: {}\nbogus: 1\n", to: "tested.yaml")
        guard
            case .cannotReload(_, let faults)? = refusal({
                _ = try daemon.client().call(Method.Restart(isFull: true))
            })
        else {
            Issue.record("it was not refused")
            return
        }
        #expect(faults.contains { $0.contains("tested.yaml:3:1: bogus: ") }, "\(faults)")
        #expect(try self.pid(of: "web", daemon) == pid)
        try folder.write(
            "name: tested\noperations:\n  web: { exec: \(program("web")) }\n",
            to: "tested.yaml"
        )
        _ = try daemon.client().call(Method.Restart(isFull: true))
        #expect(await daemon.program.result().status == 75)
    }
}
