import SlipwaySystem
import Testing

struct VersionOrderTests {
    @Test(arguments: [
        ("0.9.0", "0.10.0", true), ("0.10.0", "0.9.0", false), ("1.0.0", "1.0.0", false),
        ("0.9.9", "1.0.0", true), ("1.0", "1.0.1", true), ("2.0.0-rc.1", "2.0.1", true),
    ])
    func versionsAreOrderedByTheirNumbers(version: String, other: String, isOlder: Bool) {
        #expect(Version.isOlder(version, than: other) == isOlder)
    }

    @Test func theVersionOfTheLibraryIsInThatOfAProgramThatEmbedsIt() {
        #expect(Version.ofSlipway(in: Version.current) == Version.current)
        #expect(Version.ofSlipway(in: Version.words) == Version.current)
        #expect(Version.ofSlipway(in: "7.1 (\(Version.words))") == Version.current)
        #expect(Version.ofSlipway(in: "Slipway") == "Slipway")
    }
}
