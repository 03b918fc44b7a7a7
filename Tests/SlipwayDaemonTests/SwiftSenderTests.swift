import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A sender in Swift outlives a restart and a crash of its service, as `slipway send` does.
@Suite(.timeLimit(.minutes(5)))
struct SwiftSenderTests {
    private let folder: TemporaryFolder
    private let client: LaunchClient

    init() throws {
        folder = try TemporaryFolder()
        client = LaunchClient(socket: "\(folder.path)/socket")
    }

    /// Starts a service whose notes wait for a file.
    private func start() async throws -> RunningDaemon {
        let path = folder.path
        return try await RunningDaemon(
            """
            name: tested
            operations:
              backend:
                exec: [/bin/sh, -c, "until test -e \(path)/go; do sleep 0.02; done"]
            actions:
              note:
                requires: [backend]
                exec: [/bin/sh, -c, "echo noted >>\(path)/notes"]
            """,
            arguments: ["--state-directory", "\(path)/state"],
            in: folder
        )
    }

    private func openBackend() throws { try folder.write("", to: "go") }

    private var notes: Int {
        ((try? folder.read("notes")) ?? "").split(separator: "\n").count
    }

    /// The end of a service under its senders.
    enum End: CaseIterable {
        case restart, crash
    }

    private func end(_ daemon: RunningDaemon, by end: End) async throws {
        switch end {
        case .restart: _ = await daemon.stop()
        case .crash:
            try daemon.send(SIGKILL)
            _ = await daemon.program.result()
        }
    }

    private func untilOneWaits() async throws {
        try await eventually("the action waits") {
            (try? await client.report().actions.contains { !$0.state.isEnded }) == true
        }
    }

    @Test(arguments: End.allCases, ["mine", nil] as [String?])
    func aSenderLearnsWhatBecameOfItsActionAfter(end: End, key: String?) async throws {
        let first = try await start()
        async let sent = client.send("note", key: key, until: .done)
        try await untilOneWaits()
        // Without a key the sender must have been told. The store tells it before it answers a later question.
        let actions = try await client.report().actions
        let id = try #require(actions.first { !$0.state.isEnded }).id.description
        _ = try first.client().call(Method.GetAction(id))
        try await self.end(first, by: end)
        let second = try await start()
        try await untilOneWaits()
        try openBackend()
        let action = try await sent
        #expect(action.action.state == .done)
        #expect(action.hasReached && !action.isDuplicate && !action.hasTimedOut)
        #expect(notes == 1)
        _ = await second.stop()
    }

    @Test(arguments: End.allCases)
    func whoWaitsForAnActionWaitsOnAfter(end: End) async throws {
        let first = try await start()
        let sent = try await client.send("note")
        async let waited = client.wait(for: sent.id)
        try await untilOneWaits()
        try await self.end(first, by: end)
        let second = try await start()
        try openBackend()
        #expect(try await waited.action.state == .done)
        #expect(notes == 1)
        _ = await second.stop()
    }

    @Test(arguments: End.allCases)
    func anActionWhoseServiceDoesNotComeBackIsKnownToBeStored(end: End) async throws {
        let daemon = try await start()
        async let sent = client.send("note", key: "mine", until: .done, timeout: .seconds(6))
        try await untilOneWaits()
        try await self.end(daemon, by: end)
        let action = try await sent
        #expect(action.isDurable && !action.hasReached && action.hasTimedOut)
        #expect(!action.action.state.isEnded)
    }

    @Test func aServiceThatStartsLaterIsSentToWithinTheTimeout() async throws {
        async let sent = client.send("note", until: .accepted, timeout: .seconds(60))
        let daemon = try await start()
        #expect(try await sent.isDurable)
        _ = await daemon.stop()
    }
}
