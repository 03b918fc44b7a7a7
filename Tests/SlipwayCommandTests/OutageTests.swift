import Testing

@testable import SlipwayCommand

struct OutageTests {
    @Test func eachChangeIsToldOnce() {
        var outage = Outage()
        #expect(outage.end() == nil)
        #expect(outage.begin("gone") == "gone")
        #expect(outage.begin("refused") == nil)
        #expect(outage.end() == "the service is back")
        #expect(outage.end() == nil)
        #expect(outage.begin("gone") == "gone")
    }

    @Test func aServiceThatWasNeverThereDoesNotComeBack() {
        var outage = Outage()
        #expect(outage.begin("refused") == "refused")
        #expect(outage.end() == nil)
    }

    @Test(
        arguments: [
            (0, "it has not answered again in the meantime"),
            (1, "it came back once, and went away again"),
            (3, "it came back 3 times, and went away again each time"),
        ]
    )
    func theLastWordsSayHowOftenItCameBack(returns: Int, words: String) {
        var outage = Outage()
        for _ in 0...returns {
            _ = outage.end()
            _ = outage.begin("gone")
        }
        #expect(outage.words == words)
    }
}
