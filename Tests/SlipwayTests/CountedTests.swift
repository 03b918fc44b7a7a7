import Slipway
import Testing

/// Numbers in sentences.
struct CountedTests {
    @Test(arguments: [
        (0, "0 entries", "0 times"), (1, "1 entry", "once"), (2, "2 entries", "2 times"),
    ])
    func aNumberHasItsNoun(count: Int, entries: String, often: String) {
        #expect(counted(count, "entry", "entries") == entries)
        #expect(times(count) == often)
    }

    @Test func mostNounsOnlyGetAnS() {
        #expect(counted(3, "place") == "3 places")
    }
}
