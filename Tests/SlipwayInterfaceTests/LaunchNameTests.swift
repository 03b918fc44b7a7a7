import SlipwayInterface
import Testing

/// A launch of the history is named by its identity, by the beginning of that, or counted back.
struct LaunchNameTests {
    private let kept = ["8b383ac3", "8b3f0000", "51d0f2aa", "51d0"]

    @Test(
        arguments: [
            ("0", "8b383ac3"), ("-1", "8b3f0000"), ("-3", "51d0"), ("-0", "8b383ac3"),
            ("8b383", "8b383ac3"), ("51d0f", "51d0f2aa"),
            // The whole of one and the beginning of another.
            ("51d0", "51d0"),
        ]
    )
    func whatIsMeantIsFound(text: String, id: String) throws {
        #expect(try LaunchName(text).find(in: kept) == id)
    }

    @Test(
        arguments: [
            ("-4", LaunchNotFound.tooFew(4, kept: 3)),
            ("-999999999", .tooFew(999_999_999, kept: 3)),
            ("-99999999999999999999", .none("-99999999999999999999")),
            ("7", .none("7")), ("x", .none("x")),
            ("8b3", .several("8b3", ["8b383ac3", "8b3f0000"])),
        ]
    )
    func whatIsNotThereIsSaid(text: String, error: LaunchNotFound) {
        #expect(throws: error) { try LaunchName(text).find(in: kept) }
    }

    @Test(arguments: ["0", "-1", "-17", "8b383ac3", "-99999999999999999999"])
    func aNameIsWrittenAsItIsRead(text: String) { #expect(LaunchName(text).text == text) }
}
