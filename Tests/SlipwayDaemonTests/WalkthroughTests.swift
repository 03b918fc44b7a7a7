import Foundation
import SlipwayTestSupport
import Testing

/// The pages that lead through something show what their commands print.
///
/// What these pages have for root is run under a real systemd; see `Tests/Systemd/scenarios`.
@Suite(.timeLimit(.minutes(5)))
struct WalkthroughTests {
    @Test(arguments: ["docs/TUTORIAL.md", "docs/HOWTO.md"])
    func everyCommandPrintsWhatThePageShows(page: String) async throws {
        let ran = try await Program(
            executable: Checkout.file("Tests/Walkthrough/run"),
            arguments: ["--bin", Checkout.programs.path(), Checkout.file(page).path()]
        ).run()
        #expect(ran.status == 0, "\(ran.output)")
    }
}
