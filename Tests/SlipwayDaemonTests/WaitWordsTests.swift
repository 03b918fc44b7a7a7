import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayTestSupport
import Testing

/// A reader of the status or of a failure learns for what a `wait` waits, and what was wrong with it last.
@Suite(.timeLimit(.minutes(5)))
struct WaitWordsTests {
    /// The target, in a folder, and the words for it.
    private static let targets = [
        (
            wait: "{ tcp: '127.0.0.1:1' }",
            words: "tcp 127.0.0.1:1: Connection refused (ECONNREFUSED)"
        ),
        (
            wait: "{ socket: 'FOLDER/none' }",
            words: "socket FOLDER/none: No such file or directory (ENOENT)"
        ),
        (
            wait: "{ file: 'FOLDER/none' }",
            words: "file FOLDER/none: No such file or directory (ENOENT)"
        ),
        (wait: "{ http: 'http://127.0.0.1:1/' }", words: "GET http://127.0.0.1:1/: "),
    ]

    @Test(arguments: targets)
    func theStatusAndTheEndSayIt(wait: String, words: String) async throws {
        let folder = try TemporaryFolder()
        let words = "waits for " + words.replacing("FOLDER", with: folder.path)
        let daemon = try await RunningDaemon(
            """
            name: late
            deadline: 1h
            operations:
              settings: { wait: \(wait.replacing("FOLDER", with: folder.path)) }
              web: { requires: [settings], sleep: 1ms }
            """
        )
        try await eventually("it says what it waits for") {
            try daemon.report().operations[0].lack?.hasPrefix(words) == true
        }
        let explanation = try daemon.client().call(Method.Explain()).explanation
        #expect(explanation.steps.last?.detail?.hasPrefix(words) == true, "\(explanation)")
        _ = await daemon.stop()
    }

    @Test(arguments: targets)
    func theDeadlineSaysIt(wait: String, words: String) async throws {
        let folder = try TemporaryFolder()
        let words = "waits for " + words.replacing("FOLDER", with: folder.path)
        let daemon = try RunningDaemon(
            starting: """
                name: late
                deadline: 5s
                operations:
                  settings: { wait: \(wait.replacing("FOLDER", with: folder.path)) }
                """
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        let end = #/not ready within 5s; running: 'settings' \([^,]*, /#
        let parts = result.output.split(separator: end)
        #expect(parts.count == 2 && parts[1].hasPrefix(words), "\(result.output)")
    }

    @Test func aHandlerThatWaitsSaysItToo() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(
            """
            name: late
            operations:
              step: { sleep: 1ms }
            actions:
              waits: { wait: { socket: '\(folder.path)/${payload.name}' }, parameters: { name: { required: true } } }
            """
        )
        try await daemon.untilReady()
        let submit = Method.Submit(kind: "waits", payload: ["name": "none"])
        let action = try daemon.client().call(submit).action
        // The payload is for those alone who may read it.
        let words =
            "waits for socket \(folder.path)/${payload.name}: No such file or directory (ENOENT)"
        try await eventually("it says what it waits for") {
            let request = Method.Explain(action.id.description)
            return try daemon.client().call(request).explanation.steps[0].detail?.hasSuffix(words)
                == true
        }
        _ = await daemon.stop()
    }
}
