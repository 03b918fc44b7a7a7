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

    @Test func whatPassedIsNotRepeated() async throws {
        let result = try await run("echo '✔ Test b'")
        #expect(result.status == 0)
        #expect(result.output == "✔ Test b\n")
    }
}
