import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayReport
import SlipwayTestSupport
import Testing

/// What callers hear of a reload that is under way.
@Suite(.timeLimit(.minutes(2)))
struct ReloadProgressTests {
    @Test func aCallerThatWantsSeveralRepliesHearsHowFarTheNewGenerationIs() async throws {
        let folder = try TemporaryFolder()
        let gate = folder.path + "/gate"
        let before = "name: tested\noperations:\n  first: { sleep: 1ms }\n"
        let daemon = try await RunningDaemon(before, in: folder)
        try await daemon.untilReady()
        let step = "  gate: { wait: { file: \"\(gate)\" }, timeout: 1m }\n"
        try folder.write(before + step, to: "tested.yaml")
        var replies: [ReloadReply] = []
        try daemon.client().stream(Method.Reload(), timeout: .seconds(60)) { reply in
            let told = try Method.Reload.reply(reply)
            replies.append(told)
            // The new generation gets no further before this was told.
            if told.progress?.waitsFor.last?.name == "gate" { try folder.write("", to: "gate") }
            return true
        }
        let lastReply = replies.popLast()
        let last = try #require(lastReply)
        #expect(last.generation == 2)
        #expect(last.progress == nil)
        #expect(last.operations.map(\.name) == ["first", "gate"])
        #expect(!replies.isEmpty)
        for reply in replies {
            #expect(reply.generation == 1)
            #expect(reply.progress?.generation == 2)
            #expect(reply.progress?.operations.total == 2)
            #expect(reply.operations.isEmpty)
        }
        let waited = replies.compactMap { $0.progress?.waitsFor.last }.first { $0.name == "gate" }
        #expect(waited?.budget == .seconds(60))
        #expect(await daemon.stop().status == 0)
    }

    @Test func aRehearsalHasOneReply() async throws {
        let daemon = try await RunningDaemon("name: tested\noperations:\n  first: { sleep: 1ms }\n")
        try await daemon.untilReady()
        var count = 0
        try daemon.client().stream(Method.Reload(isDryRun: true), timeout: .seconds(60)) { _ in
            count += 1
            return true
        }
        #expect(count == 1)
        #expect(await daemon.stop().status == 0)
    }
}
