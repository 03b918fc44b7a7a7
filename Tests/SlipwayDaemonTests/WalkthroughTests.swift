import Foundation
import SlipwayTestSupport
import Testing

/// The pages that lead through something show what their commands print.
///
/// What these pages have for root is run under a real systemd; see `Tests/Systemd/scenarios`.
@Suite(.timeLimit(.minutes(5)))
struct WalkthroughTests {
    @Test(
        arguments: [
            ("docs/TUTORIAL.md", []), ("docs/HOWTO.md", []), ("docs/TUTORIAL.md", ["--no-session"]),
        ] as [(String, [String])]
    )
    func everyCommandPrintsWhatThePageShows(page: String, options: [String]) async throws {
        let ran = try await Program(
            executable: Checkout.file("Tests/Walkthrough/run"),
            arguments: ["--bin", Checkout.programs.path()] + options + [Checkout.file(page).path()]
        ).run()
        #expect(ran.status == 0, "\(ran.output)")
    }
    /// As a checkout in root's home is.
    @Test func anotherUserNeedNotBeAbleToEnterTheCheckout() async throws {
        let closed = try TemporaryFolder()
        try #require(chmod(closed.path, 0o700) == 0)
        let page = try closed.write(
            "```console\n$ slipway --version\n…\n```\n",
            to: "page.md"
        )
        let programs = "\(closed.path)/programs"
        try FileManager.default.createSymbolicLink(
            atPath: programs,
            withDestinationPath: Checkout.programs.path()
        )
        let ran = try await Program(
            executable: Checkout.file("Tests/Walkthrough/run"),
            arguments: ["--bin", programs, "--no-session", page]
        ).run()
        #expect(
            ran.output == "\(page): 1 commands print what the page shows, without XDG_RUNTIME_DIR\n"
        )
    }
}
