import SlipwayTestSupport
import Testing

/// The campaign of `make life` checks what it says that it does.
struct LifeTests {
    private func run(_ script: String, _ arguments: String...) async throws -> Program.Result {
        try await Program(
            executable: Checkout.file("Tests/Life/\(script)"),
            arguments: arguments
        ).run()
    }

    /// Each promise of the page has rules or tests that are there, and each rule holds a promise.
    @Test func everyPromiseHasARuleOrATestAndEveryRuleAPromise() async throws {
        let result = try await run("run", "--rules")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("not checked here"))
    }

    /// Rules find what is wrong in records that were written by hand, and nothing in one that is right.
    @Test func theRulesAndTheTableOfPromisesCanFail() async throws {
        let result = try await run("test")
        #expect(result.status == 0, "\(result.output)")
    }
}
