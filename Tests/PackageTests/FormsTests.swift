import SlipwayTestSupport
import Testing

/// The forms of one method are written from one of them.
struct FormsTests {
    @Test(.timeLimit(.minutes(1))) func theFormsAreWhatTheirScriptWrites() async throws {
        let script = Checkout.file("Tests/Forms/write")
        let result = try await Program(executable: script, arguments: ["--check"]).run()
        #expect(result.status == 0)
        #expect(result.output == "")
    }
}
