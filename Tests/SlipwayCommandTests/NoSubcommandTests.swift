import Foundation
import SlipwayTestSupport
import Testing

/// The program without anything to do.
struct NoSubcommandTests {
    @Test(arguments: [[], ["--app", "storefront"]])
    func itIsAnErrorToSayNothing(arguments: [String]) async throws {
        let result = try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: arguments
        ).run()
        #expect(result.status == 64)
    }

    @Test func theErrorSaysWhatToDo() async throws {
        let result = try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: []
        ).run()
        #expect(
            result.output.contains(
                "slipway: no subcommand; say what to do, such as 'slipway status'"
            )
        )
    }
}
