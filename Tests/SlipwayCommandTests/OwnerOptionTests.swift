import SlipwayClient
import SlipwaySystem
import Testing

@testable import SlipwayCommand

/// `--system` and `--user`, and the folders of a user.
struct OwnerOptionTests {
    @Test(
        arguments: [
            (
                ["check", "a.yaml", "--user"],
                "'--user' says whose '--unit' is meant; name that too."
            ),
            (
                ["status", "--socket", "/s", "--user"],
                "'--socket' is the one place to ask; '--user' goes with '--app'."
            ),
            (
                ["status", "--socket", "/s", "--system"],
                "'--socket' is the one place to ask; '--system' goes with '--app'."
            ),
            (
                ["plot", "--from", "a.json", "--user"],
                "'--from' draws a file; leave '--app', '--socket', '--system', '--user', '--launch' and "
                    + "'--state-directory' out."
            ),
        ]
    )
    func whatWouldDoNothingIsRefused(arguments: [String], words: String) throws {
        let ran = try CapturedOutput.run(arguments)
        #expect(ran.exitCode == 64)
        #expect(ran.errors.hasPrefix("slipway: \(words)\n"), "\(ran.errors)")
    }

    @Test func aFolderThatIsLeftAsideIsNamed() {
        let reason = "XDG_RUNTIME_DIR is left aside: /run/user/7 belongs to user 7, not to user 0"
        #expect(
            NoSocket(app: "shop", places: [], asideReason: reason).words(KnownServices())
                == "no service 'shop' is known here: no folder of this user is known; \(reason); "
                + "'slipway list' shows those that there are, and --socket names another place"
        )
    }

    @Test(arguments: [nil, ""])
    func anEmptyVariableHidesNoState(value: String?) {
        let variables = ["HOME": "/home/ada", "XDG_STATE_HOME": value, "XDG_CONFIG_HOME": value]
        let user = UserFolders(
            of: 1000,
            owner: { _ in 1000 },
            environment: { variables[$0] ?? nil }
        )
        #expect(
            StateSearch(user).folders(of: "shop", .user) == [
                "/home/ada/.local/state/slipway/shop", "/home/ada/.config/slipway/shop",
            ]
        )
    }
}
