import SlipwayTestSupport
import Testing

/// The status line of a unit is for everyone: nothing that a program wrote is in it.
@Suite(.timeLimit(.minutes(5)))
struct StatusSecrecyTests {
    @Test(
        arguments: [
            // A step, one that is tried again, one with a fallback, and one that takes too long.
            "exec: [/bin/sh, -c, 'echo token=secret >&2; exit 3']",
            """
            exec: [/bin/sh, -c, 'echo token=secret >&2; exit 3']
                retry: { attempts: 2, initial: 1ms }
            """,
            """
            exec: { command: [/bin/sh, -c, 'echo token=secret >&2; exit 3'], output: json }
                fallback: { value: {} }
            """,
            """
            exec: [/bin/sh, -c, 'echo token=secret >&2; trap "" TERM; sleep 1000 & wait; wait']
                timeout: 2s
            """,
            // A program that ends before it is ready.
            "exec: { command: [/bin/sh, -c, 'echo token=secret >&2; exit 3'], ready: notify }",
        ]
    )
    func itQuotesNoProgram(body: String) async throws {
        let manager = try NotifySocket()
        let daemon = try RunningDaemon(
            starting: """
                name: discreet
                grace: 500ms
                operations:
                  web:
                    \(body)
                  late: { requires: [web], exec: [/bin/false] }
                """,
            environment: ["NOTIFY_SOCKET": manager.path]
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        // The log has it, for those who may read that.
        #expect(result.output.contains("token=secret"))
        let messages = manager.messages()
        #expect(messages.contains { $0.contains("STATUS=Failed: ") })
        #expect(messages.allSatisfy { !$0.contains("secret") }, "\(messages)")
    }
}
