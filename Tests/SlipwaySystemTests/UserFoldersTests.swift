import SlipwaySystem
import Testing

struct UserFoldersTests {
    private static let user: UInt32 = 1000

    private func folders(
        _ variables: [String: String],
        owner: UInt32? = user
    ) -> UserFolders {
        UserFolders(of: Self.user, owner: { _ in owner }, environment: { variables[$0] })
    }

    @Test(arguments: [nil, "", "relative"])
    func aVariableThatIsNoAbsolutePathIsAsNone(value: String?) {
        var variables = ["HOME": "/home/ada"]
        for name in ["XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] {
            variables[name] = value
        }
        let folders = folders(variables)
        #expect(folders.state == "/home/ada/.local/state")
        #expect(folders.cache == "/home/ada/.cache")
        #expect(folders.configuration == "/home/ada/.config")
        #expect(folders.runtime == nil)
        #expect(folders.asideReason == nil)
    }

    @Test func variablesMoveThem() {
        let folders = folders([
            "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c", "XDG_CONFIG_HOME": "/f",
            "XDG_RUNTIME_DIR": "/r",
        ])
        #expect(
            [folders.state, folders.cache, folders.configuration, folders.runtime] == [
                "/s", "/c", "/f", "/r",
            ]
        )
        #expect(folders.home == nil)
    }

    @Test(
        arguments: [
            (0, "belongs to user 0, not to user 1000"),
            (4711, "belongs to user 4711, not to user 1000"),
            (nil, "is not there"),
        ] as [(UInt32?, String)]
    )
    func theSessionOfAnotherUserIsLeftAside(owner: UInt32?, words: String) {
        let folders = folders(["XDG_RUNTIME_DIR": "/run/user/4711"], owner: owner)
        #expect(folders.runtime == nil)
        #expect(folders.asideReason == "XDG_RUNTIME_DIR is left aside: /run/user/4711 \(words)")
    }
}
