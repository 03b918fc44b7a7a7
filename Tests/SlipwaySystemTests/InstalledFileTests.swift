import Testing

@testable import SlipwaySystem

struct InstalledFileTests {
    @Test(
        arguments: [
            ("/usr/bin/slipway", "/usr/share/doc/a.md"),
            ("/opt/slipway/bin/slipway", "/opt/slipway/share/doc/a.md"),
            // Where it was built, and where /proc tells nothing.
            ("/home/ada/slipway/.build/debug/slipway", "/usr/share/doc/a.md"),
            ("", "/usr/share/doc/a.md"),
        ]
    )
    func aFileIsLookedForBelowThePrefixOfTheProgram(program: String, path: String) {
        let found = InstalledFile.path(of: "share/doc/a.md", besides: program) {
            $0.hasPrefix("/opt/slipway/share/")
        }
        #expect(found == path)
    }
}
