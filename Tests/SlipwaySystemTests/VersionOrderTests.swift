import SlipwaySystem
import Testing

struct VersionOrderTests {
    @Test(arguments: [
        ("0.9.0", "0.10.0", true), ("0.10.0", "0.9.0", false), ("1.0.0", "1.0.0", false),
        ("0.9.9", "1.0.0", true), ("1.0", "1.0.1", true), ("2.0.0-rc.1", "2.0.1", true),
        ("1.0.0-rc.1", "1.0.0", true), ("1.0.0", "1.0.0-rc.1", false), ("0.3", "0.3.0", false),
        ("0.3.0", "0.3", false), ("1.0.0-rc.2", "1.0.0-rc.10", true),
        ("1.0.0-rc", "1.0.0-rc.1", true),
        ("1.0.0-beta", "1.0.0-alpha", false), ("1.0.0-1", "1.0.0-alpha", true),
        ("1.0.0+a", "1.0.0+b", false),
    ])
    func versionsAreOrderedByTheirNumbersAndPreReleases(
        version: String,
        other: String,
        isOlder: Bool
    ) {
        #expect(Version.isOlder(version, than: other) == isOlder)
    }

    @Test func theVersionOfTheLibraryIsInThatOfAProgramThatEmbedsIt() {
        #expect(Version.ofSlipway(in: Version.current) == Version.current)
        #expect(Version.ofSlipway(in: Version.words) == Version.current)
        #expect(Version.ofSlipway(in: "7.1 (\(Version.words))") == Version.current)
        #expect(Version.ofSlipway(in: "Slipway") == "Slipway")
    }
}
