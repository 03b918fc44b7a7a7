import SlipwayTestSupport
import Testing

/// A failed test run says at its end what failed.
struct RepeatFailuresTests {
    private func run(_ commands: String...) async throws -> Program.Result {
        try await Program(
            executable: Checkout.file("Tests/repeat-failures"),
            arguments: commands
        ).run()
    }

    /// One failure hides no other.
    ///
    /// What passes and fails at the same time is told among each other.
    @Test func whatFailedIsRepeatedAtTheEndOfAll() async throws {
        let first = "echo '✘ Test a failed'; echo '↳ why'; echo '✔ Test b'; exit 3"
        let last = "echo '✘ Test d failed'; exit 4"
        let result = try await run(first, "echo '✔ Test c'", last)
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            Set(lines.prefix(5)) == [
                "✘ Test a failed", "↳ why", "✔ Test b", "✔ Test c", "✘ Test d failed",
            ]
        )
        #expect(
            lines.dropFirst(5).joined(separator: "\n") == """

                what failed of '\(first)' (exit code 3):
                ✘ Test a failed
                ↳ why

                what failed of '\(last)' (exit code 4):
                ✘ Test d failed

                """
        )
    }

    /// What failed first is told at the end, behind what runs after it.
    @Test func aBatchBeginsOnceTheOneBeforeHasEndedHoweverThatWas() async throws {
        let first = "sleep 0.2; echo '✘ Test a failed'; exit 3"
        let result = try await run(first, "--", "echo '✔ Test b'")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("✘ Test a failed\n✔ Test b\n"))
        #expect(result.output.hasSuffix("(exit code 3):\n✘ Test a failed\n"))
    }

    /// The words about it may come in the middle of a line.
    @Test func ofACrashTheLastLinesAreRepeated() async throws {
        let crash = "echo '◇ Test a started.'; echo '◇ Test b sterror: Exited with code 4'; exit 1"
        let result = try await run(crash)
        #expect(result.status == 1)
        #expect(
            result.output.hasSuffix(
                """
                what failed of '\(crash)' (exit code 1):
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
