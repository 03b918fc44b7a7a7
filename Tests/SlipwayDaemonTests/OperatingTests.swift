import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The acts of an operator on a running launch.
@Suite(.timeLimit(.minutes(5)))
struct OperatingTests {
    /// Waits for the file `gate`.
    private static let gated = """
        name: gated
        operations:
          gate: { optional: true, wait: { file: "${env.GATE}" } }
        actions:
          note: { queue: main, exec: [/bin/echo, noted] }
        """

    private let daemon: RunningDaemon
    private let client: ControlClient

    init() async throws {
        daemon = try await RunningDaemon(Self.gated, environment: ["GATE": "/nonexistent/gate"])
        client = try daemon.client()
    }

    @Test func aPausedQueueLetsNothingStartUntilItIsResumed() async throws {
        #expect(try changed(Method.PauseQueue("main")))
        #expect(try !changed(Method.PauseQueue("main")))
        let sent = try client.call(Method.Submit(kind: "note"))
        let call = Method.Explain(sent.action.id.description)
        let explanation = try client.call(call).explanation
        #expect(explanation.steps.first?.detail == "note; queue 'main' is paused")
        #expect(try report().pausedQueues == [.main])
        #expect(try changed(Method.ResumeQueue("main")))
        try await eventually("the action is done") { try report().actions.map(\.state) == [.done] }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aPausedLaunchSaysSoInItsStatus() async throws {
        #expect(try changed(Method.PauseQueue()))
        #expect(try report().isPaused)
        #expect(try changed(Method.ResumeQueue()))
        #expect(try !report().isPaused)
        #expect(try !changed(Method.ResumeQueue()))
    }

    @Test func aCancelledOperationSaysWhy() async throws {
        #expect(try changed(Method.CancelOperation("gate", reason: "not wanted")))
        try await eventually("it is ready") { try report().phase == .ready(degraded: true) }
        let outcome = try report().operations.first?.outcome
        #expect(outcome?.word == "cancelled")
        // The message continues with the body's own.
        #expect(outcome?.message?.hasPrefix("not wanted") == true)
        #expect(try !changed(Method.CancelOperation("gate")))
    }

    @Test(
        arguments: [
            (Method.PauseQueue("mian"), "NoSuchQueue", "known", ["main", "userInitiated"]),
            (Method.ResumeQueue("mian"), "NoSuchQueue", "name", "mian"),
            (Method.CancelOperation("gaet"), "NoSuchOperation", "nearest", "gate"),
        ] as [(any LaunchMethod, String, String, JSON)]
    )
    func whatThereIsNotIsRefused(
        call: any LaunchMethod,
        error: String,
        key: String,
        value: JSON
    ) throws {
        let failure = #expect(throws: ControlClientError.self) { try client.call(call) }
        guard case .refused(let refusal) = failure else {
            Issue.record("\(String(describing: failure)) is no refusal")
            return
        }
        #expect(refusal.name == "org.slipway.Launch." + error)
        #expect(refusal.parameters[key] == value)
    }

    private func report() throws -> Report {
        try client.call(Method.GetReport()).launch
    }

    private func changed(_ method: some LaunchMethod) throws -> Bool {
        try client.answer(to: method)["changed"] == true
    }
}
