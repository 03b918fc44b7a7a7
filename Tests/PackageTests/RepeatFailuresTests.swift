import SlipwayTestSupport
import Testing

/// A failed test run says at its end what failed.
struct RepeatFailuresTests {
    private func run(_ script: String) async throws -> Program.Result {
        try await Program(
            executable: Checkout.file("Tests/repeat-failures"),
            arguments: ["sh", "-c", script]
        ).run()
    }

    @Test func whatFailedIsRepeatedAtTheEnd() async throws {
        let result = try await run("echo '✘ Test a failed'; echo '↳ why'; echo '✔ Test b'; exit 3")
        #expect(result.status == 3)
        #expect(
            result.output == """
                ✘ Test a failed
                ↳ why
                ✔ Test b

                what failed (exit code 3):
                ✘ Test a failed
                ↳ why

                """
        )
    }

    /// The words about it may come in the middle of a line.
    @Test func ofACrashTheLastLinesAreRepeated() async throws {
        let result = try await run(
            "echo '◇ Test a started.'; echo '◇ Test b sterror: Exited with code 4'; exit 1"
        )
        #expect(result.status == 1)
        #expect(
            result.output.hasSuffix(
                """
                what failed (exit code 1):
                ◇ Test b sterror: Exited with code 4
                ◇ Test a started.
                ◇ Test b sterror: Exited with code 4

                """
            )
        )
    }

    @Test func whatPassedIsNotRepeated() async throws {
        let result = try await run("echo '✔ Test b'")
        #expect(result.status == 0)
        #expect(result.output == "✔ Test b\n")
    }
}
