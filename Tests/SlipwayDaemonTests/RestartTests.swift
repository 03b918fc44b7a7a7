import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A service that is started anew tells what it told before of its actions.
@Suite(.timeLimit(.minutes(5)))
struct RestartTests {
    private static let configuration = """
        name: kept
        operations: { gate: { stage: background, wait: { file: /nowhere/at/all }, timeout: 1h } }
        actions:
          ends: { exec: [/bin/sleep, '0.05'] }
          fails: { exec: [/bin/false], retry: { attempts: 2, initial: 1h } }
          waits: { requires: [gate], exec: [/bin/true] }
          stays: { exec: [/bin/sleep, '1000'], effect: once }
        """

    private let state: TemporaryFolder

    init() throws { state = try TemporaryFolder() }

    private func daemon() async throws -> RunningDaemon {
        try await RunningDaemon(
            Self.configuration,
            arguments: ["--state-directory", state.path]
        )
    }

    private func actions(_ daemon: RunningDaemon) throws -> [ActionStatus] {
        try daemon.client().call(Method.ListActions()).actions
    }

    /// The moments of an action, in microseconds from its acceptance.
    private func times(_ action: ActionStatus) -> [Int64?] {
        [action.readyAt, action.startedAt, action.endedAt].map { instant in
            instant.map { action.acceptedAt.duration(to: $0).microseconds }
        }
    }

    /// Messages and the store have whole microseconds.
    private func areEqual(_ one: [Int64?], _ other: [Int64?], within limit: Int64 = 2) -> Bool {
        zip(one, other).allSatisfy { one, other in
            guard let one, let other else { return one == nil && other == nil }
            return abs(one - other) <= limit
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func waitsAndRunsAreThoseOfBefore(signal: Int32) async throws {
        let first = try await daemon()
        try await first.untilReady()
        let kinds = ["ends", "fails", "waits", "stays"]
        for kind in kinds { _ = try first.client().call(Method.Submit(kind: kind)) }
        try await eventually("one has ended, one failed, and one runs") {
            let actions = try actions(first)
            return actions[0].state == .done && actions[1].retryAt != nil
                && actions[3].state == .running
        }
        let before = try actions(first)
        for action in before {
            let alone = try reply(action, first)
            #expect(areEqual(times(action), times(alone)), "\(action) \(alone)")
        }
        try first.send(signal)
        _ = await first.program.result()

        let second = try await daemon()
        try await eventually("the store is read") {
            try actions(second).last?.state.word == "interrupted"
        }
        let after = try actions(second)
        #expect(after.map(\.kind) == kinds)
        #expect(after.map(\.state.word) == ["done", "waiting", "waiting", "interrupted"])
        for (earlier, later) in zip(before, after).prefix(3) {
            #expect(areEqual(times(earlier), times(later)), "\(earlier) \(later)")
            #expect(areEqual(times(later), times(try reply(later, second))))
        }
        #expect(after[0].run != nil && after[0].readyAt != nil)
        // The end of an interrupted one is new, and where nothing could be written any more its start is
        // that of the last thing that was: that it is about to begin.
        let (earlier, later) = (Array(times(before[3]).prefix(2)), Array(times(after[3]).prefix(2)))
        let limit: Int64 = signal == SIGTERM ? 2 : 10_000_000
        #expect(areEqual(earlier, later, within: limit), "\(earlier) \(later)")
        #expect(await second.stop().status == 0)
    }

    private func reply(_ action: ActionStatus, _ daemon: RunningDaemon) throws -> ActionStatus {
        try daemon.client().call(Method.GetAction(action.id.description)).action
    }
}
