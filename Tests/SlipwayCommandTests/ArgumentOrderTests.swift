import Testing

@testable import SlipwayCommand

struct ArgumentOrderTests {
    @Test(
        arguments: [
            ("--app storefront wait --timeout 1s", "wait --app storefront --timeout 1s"),
            ("--socket=/s --app a status --json", "status --socket=/s --app a --json"),
            ("wait --app storefront", "wait --app storefront"),
            ("--user --app a status", "status --user --app a"),
            ("--system status --json", "status --system --json"),
            ("--app", "--app"),
            ("--app storefront", "--app storefront"),
            ("--app storefront --help", "--app storefront --help"),
            ("--help", "--help"),
            ("", ""),
        ]
    )
    func sharedOptionsMayComeFirst(typed: String, meant: String) {
        #expect(ArgumentOrder.subcommandFirst(words(typed)) == words(meant))
    }

    @Test func whatFollowsTheTerminatorIsJournalctls() throws {
        let typed = words("logs web worker -f -- --grep=a -n 3 --")
        let command = try Root.command(of: ArgumentOrder.withoutTerminator(typed))
        let logs = try #require(command as? Logs)
        #expect(logs.names == ["web", "worker"])
        #expect(logs.further == ["--grep=a", "-n", "3", "--"])
        #expect(ArgumentOrder.withoutTerminator(words("send a -- b")) == words("send a -- b"))
    }

    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
