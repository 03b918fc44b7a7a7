import Foundation
import Slipway
import SlipwayControl
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// What an operator can do to a running launch.
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
        #expect(try changed(.pauseQueue("main")))
        #expect(try !changed(.pauseQueue("main")))
        let sent = try SubmitReply(client.call(.submit(SubmitRequest(kind: "note"))))
        let call = LaunchCall.explain(name: sent.action.id.description)
        let explanation = try LaunchReply.explanation(in: client.call(call))
        #expect(explanation.steps.first?.detail == "note; queue 'main' is paused")
        #expect(try report().pausedQueues == [.main])
        #expect(try changed(.resumeQueue("main")))
        try await eventually("the action is done") { try report().actions.map(\.state) == [.done] }
        #expect(await daemon.stop().status == 0)
    }

    @Test func aPausedLaunchSaysSoInItsStatus() async throws {
        #expect(try changed(.pauseQueue(nil)))
        #expect(try report().isPaused)
        #expect(try changed(.resumeQueue(nil)))
        #expect(try !report().isPaused)
        #expect(try !changed(.resumeQueue(nil)))
    }

    @Test func aCancelledOperationSaysWhy() async throws {
        #expect(try changed(.cancelOperation(name: "gate", reason: "not wanted")))
        try await eventually("it is ready") { try report().phase == .ready(degraded: true) }
        let outcome = try report().operations.first?.outcome
        #expect(outcome?.word == "cancelled")
        // The message continues with the body's own.
        #expect(outcome?.message?.hasPrefix("not wanted") == true)
        #expect(try !changed(.cancelOperation(name: "gate", reason: nil)))
    }

    @Test(arguments: [
        (LaunchCall.pauseQueue("mian"), "NoSuchQueue", "known", ["main", "userInitiated"] as JSON),
        (.resumeQueue("mian"), "NoSuchQueue", "name", "mian"),
        (.cancelOperation(name: "gaet", reason: nil), "NoSuchOperation", "nearest", "gate"),
    ])
    func whatThereIsNotIsRefused(
        call: LaunchCall,
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
        try LaunchReply.launch(in: client.call(.getReport))
    }

    private func changed(_ call: LaunchCall) throws -> Bool {
        try LaunchReply.changed(in: client.call(call))
    }
}
