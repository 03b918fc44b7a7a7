import Foundation
import SlipwayControlServer
import SlipwaySystem
import SlipwayTestSupport
import Testing

/// Everything that says a version says the same one.
@Suite(.timeLimit(.minutes(1)))
struct VersionTests {
    @Test(
        arguments: [
            ("slipwayd", "slipwayd \(Version.current)\n"), ("slipway", "\(Version.current)\n"),
        ]
    )
    func eachProgramSaysIt(program: String, output: String) async throws {
        let result = try await Program(
            executable: Checkout.programs.appending(path: program),
            arguments: ["--version"]
        ).run()
        #expect(result.status == 0)
        #expect(result.output == output)
    }

    @Test func theControlSocketSaysIt() {
        #expect(ServiceIdentity.slipway.version == Version.current)
    }
}
