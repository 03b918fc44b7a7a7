import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The disk with the store hangs: that is told, nobody waits for it without a bound, and it passes by itself.
@Suite(.timeLimit(.minutes(5)))
struct HangingStoreTests {
    private static let configuration = """
        name: hanging
        operations: { a: { sleep: 1ms } }
        actions:
          note: { exec: [/bin/true] }
          chat: { exec: [/bin/true], durability: memory }
          once: { exec: [/bin/sleep, 60], uniqueBy: payload.a, parameters: { a: { required: true, type: integer } } }
        """

    private let disk: HangingDisk
    private let state: TemporaryFolder
    private let notify: NotifySocket

    init() async throws {
        disk = try await HangingDisk()
        state = try TemporaryFolder()
        notify = try NotifySocket()
    }

    private func daemon(_ keys: String = "") async throws -> RunningDaemon {
        try await RunningDaemon(
            Self.configuration + keys,
            arguments: ["--state-directory", state.path],
            environment: disk.environment.merging(["NOTIFY_SOCKET": notify.path]) { $1 }
        )
    }

    private func refusal(_ call: () throws -> Void) throws -> LaunchRefusal? {
        do { try call() } catch ControlClientError.refused(let error) {
            return LaunchRefusal(error)
        }
        return nil
    }

    private func strict(_ daemon: RunningDaemon) async throws -> Program.Result {
        try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["wait", "--strict", "--socket", daemon.socket]
        ).run()
    }

    private var silence: String {
        "\(state.path)/slipway-actions.db does not answer: nothing has come back for 5s"
    }

    private func untilStatusLine(has words: String) async throws {
        try await eventually("the status line has '\(words)'") {
            notify.messages().contains { $0.contains(words) }
        }
    }

    @Test func itIsToldCallsAreAnsweredAndItPasses() async throws {
        let daemon = try await daemon()
        try await daemon.untilReady()
        let before = try daemon.client().call(Method.Submit(kind: "note", wait: .done)).action.id
        try disk.freeze()
        // It is under way when the disk falls silent: it may be stored yet.
        let first = try refusal {
            _ = try daemon.client().call(Method.Submit(kind: "note", key: "first"))
        }
        guard case .storeSilent(let id, let message) = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        #expect(message == silence)
        #expect(
            try refusal { _ = try daemon.client().call(Method.Submit(kind: "note")) }
                == .storeFailed(message: silence)
        )
        let chat = try daemon.client().call(Method.Submit(kind: "chat", wait: .done))
        #expect(chat.action.state == .done)

        let status = try daemon.client().call(Method.GetStatus()).status
        #expect(status.phase == .ready(degraded: true))
        #expect(status.storage?.kind == .unavailable)
        #expect(status.storage?.message == silence)
        let words = "launch actions are not stored: \(silence)"
        let strict = try await strict(daemon)
        #expect(strict.status == 4)
        #expect(strict.output.contains(words), "\(strict.output)")
        try await untilStatusLine(has: "Ready (degraded): 1/1 operations")

        let listed = try daemon.client().call(Method.ListActions()).actions.map(\.id)
        #expect(listed.contains(before))
        #expect(listed.contains(chat.action.id))
        let history = try refusal { _ = try daemon.client().call(Method.ListLaunches()) }
        let reason = history.map { "\($0)" } ?? ""
        #expect(reason.hasSuffix("the history cannot be read: \(silence)"), "\(reason)")
        #expect(try refusal { _ = try daemon.client().call(Method.ListValues()) } != nil)
        let known = try daemon.client().call(Method.GetAction(before.description))
        #expect(known.action.state == .done)

        disk.thaw()
        try await eventually("it passes") {
            let status = try daemon.client().call(Method.GetStatus()).status
            return status.storage == nil && status.phase == .ready(degraded: false)
        }
        let wait = Method.WaitAction(id, .done, timeout: .seconds(60))
        #expect(try daemon.client().call(wait).action.state == .done)
        let again = try daemon.client().call(Method.Submit(kind: "note", key: "first"))
        #expect(again.isDuplicate)
        #expect(again.action.id.description == id)
        #expect(await daemon.stop().status == 0)
    }

    /// The open action counts in place of another only once it is accepted itself.
    @Test func noActionIsADuplicateOfOneThatMayNotBeStored() async throws {
        let daemon = try await daemon()
        try await daemon.untilReady()
        func submit(_ number: Int64) throws -> SubmitReply {
            try daemon.client().call(Method.Submit(kind: "once", payload: ["a": .integer(number)]))
        }
        let stored = try submit(1)
        // Its start is stored by then: nothing else is under way when the disk falls silent.
        try await eventually("it runs") {
            let call = Method.GetAction(stored.action.id.description)
            return try daemon.client().call(call).action.state == .running
        }
        try disk.freeze()
        guard case .storeSilent(let id, _) = try refusal({ _ = try submit(2) }) else {
            Issue.record("it is accepted")
            return
        }
        #expect(
            try refusal { _ = try submit(2) } == .storeSilent(id: id, message: silence)
        )
        let duplicate = try submit(1)
        #expect(duplicate.isDuplicate)
        #expect(duplicate.action.id == stored.action.id)
        #expect(duplicate.durability == .disk)

        disk.thaw()
        try await eventually("it passes") { try daemon.report().storage == nil }
        let accepted = try submit(2)
        #expect(accepted.isDuplicate)
        #expect(accepted.action.id.description == id)
        for id in [stored.action.id.description, id] {
            _ = try daemon.client().call(Method.CancelAction(id))
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func theStartIsNotHeldUp() async throws {
        try disk.freeze()
        let daemon = try await daemon()
        try await daemon.untilReady()
        try await eventually("it is told") {
            let storage = try daemon.report().storage
            return storage?.kind == .awaited && storage?.message == silence
        }
        try await untilStatusLine(has: "waits for the store of launch actions: \(state.path)")
        #expect(
            try refusal { _ = try daemon.client().call(Method.Submit(kind: "note")) }
                == .storeFailed(message: silence)
        )
        #expect(try daemon.client().call(Method.Submit(kind: "chat")).durability == .memory)
        disk.thaw()
        try await eventually("it passes") { try daemon.report().storage == nil }
        #expect(try daemon.client().call(Method.Submit(kind: "note")).durability == .disk)
        #expect(await daemon.stop().status == 0)
    }

    @Test func aStartThatNeedsTheStoreFailsWithItsDeadline() async throws {
        try disk.freeze()
        let daemon = try RunningDaemon(
            starting: Self.configuration + "\ndeadline: 7s\nstorage: required",
            arguments: ["--state-directory", state.path],
            environment: disk.environment
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "not ready within 7s; waits for the store of launch actions: \(silence)"
            ),
            "\(result.output)"
        )
    }

    @Test func theStopIsNotHeldUp() async throws {
        let daemon = try await daemon()
        try await daemon.untilReady()
        try disk.freeze()
        _ = try refusal { _ = try daemon.client().call(Method.Submit(kind: "note")) }
        let end = await daemon.stop()
        #expect(end.status == 0)
        #expect(end.output.contains("could not be stored within"), "\(end.output)")
    }

    @Test func noActionIsRefusedThatIsStoredAsTheServiceEnds() async throws {
        let daemon = try await daemon()
        try await daemon.untilReady()
        try disk.freeze()
        let sender = try daemon.client()
        try sender.begin(Method.Submit(kind: "note"), timeout: .seconds(30))
        // Calls are read in their order.
        _ = try daemon.client().call(Method.GetStatus())
        try daemon.send(SIGTERM)
        try await untilStatusLine(has: "Stopped: SIGTERM")
        disk.thaw()
        let reply = try sender.reply(to: Method.Submit.self, timeout: .seconds(30))
        #expect(!reply.action.state.isEnded)
        #expect(await daemon.program.result().status == 0)
    }
}
