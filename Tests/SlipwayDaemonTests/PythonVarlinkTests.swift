import Foundation
import SlipwayTestSupport
import Testing

/// The protocol's reference client, `varlink` from PyPI, against a running daemon.
@Suite(
    .enabled(
        if: PythonVarlink.isInstalled || Checkout.isChecked,
        "needs python3 with venv, and the package index once: 'make setup-test' installs the client"
    ),
    .timeLimit(.minutes(5))
)
struct PythonVarlinkTests {
    /// Ready when the file `gate` exists.
    private static let configuration = """
        name: python
        operations:
          gate: { wait: { file: "${env.GATE}" } }
        actions:
          greet: { requires: [gate], sleep: 1ms, parameters: { name: { type: string } } }
        """

    private let gate: URL
    private let folder: TemporaryFolder
    private let daemon: RunningDaemon
    private let python: PythonVarlink

    init() async throws {
        folder = try TemporaryFolder()
        gate = folder.url.appending(path: "gate")
        daemon = try await RunningDaemon(Self.configuration, environment: ["GATE": gate.path()])
        python = PythonVarlink(socket: daemon.socket)
    }

    private func openGate() throws { try Data().write(to: gate) }

    @Test func infoNamesTheInterfaces() async throws {
        let result = try await python.info()
        #expect(result.status == 0)
        #expect(result.output.contains("org.varlink.service"))
        #expect(result.output.contains("org.slipway.Launch"))
    }

    @Test(arguments: ["org.varlink.service", "io.systemd.service", "org.slipway.Launch"])
    func helpPrintsTheDescription(interface: String) async throws {
        let result = try await python.help(interface)
        #expect(result.status == 0)
        #expect(result.output.contains("interface \(interface)"))
    }

    @Test func callIsAnsweredWhileTheLaunchStarts() async throws {
        let result = try await python.call("GetStatus")
        #expect(result.status == 0)
        #expect(result.output.contains(#""phase": "starting""#))
    }

    @Test func errorsKeepTheirNamesAndParameters() async throws {
        // The client itself exits with 0 for these.
        let result = try await python.call("Submit", #"{"kind": "greed"}"#)
        #expect(result.output.contains("org.slipway.Launch.UnknownKind"))
        #expect(result.output.contains("greet"))
    }

    @Test func callWithMoreFollowsAnActionToItsEnd() async throws {
        let submit = #"{"kind": "greet", "payload": {"name": "Ada"}, "wait": "done"}"#
        let sender = try python.start(call: "Submit", submit, more: true)
        try await eventually("the action waits") {
            sender.output.contains(#""state": "waiting""#)
        }
        try openGate()
        let result = await sender.result()
        #expect(result.status == 0)
        #expect(result.output.states == ["waiting", "running", "done"])
    }

    @Test func callWithMoreWatchesTheLaunchToItsEnd() async throws {
        let watcher = try python.start(call: "Watch", more: true)
        try await eventually("the launch is shown as it is") {
            watcher.output.contains(#""phase": "starting""#)
        }
        try openGate()
        try await eventually("it is shown to be ready") {
            watcher.output.contains(#""phase": "ready""#)
        }
        #expect(await daemon.stop().status == 0)
        let result = await watcher.result()
        #expect(result.status == 0)
        #expect(result.output.contains(#""phase": "stopped""#))
    }
}

extension String {
    /// The values of `"state"` in order, without repetitions in a row.
    fileprivate var states: [String] {
        matches(of: /"state": "(\w+)"/).map { String($0.1) }.reduce(into: []) { states, state in
            if states.last != state { states.append(state) }
        }
    }
}
