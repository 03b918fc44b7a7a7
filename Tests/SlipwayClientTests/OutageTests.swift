import SlipwayClient
import Testing

struct OutageTests {
    @Test func eachChangeIsToldOnce() {
        var outage = Outage()
        let news = [
            outage.end(), outage.begin(), outage.begin(), outage.end(), outage.end(),
            outage.begin(),
        ]
        #expect(news == [false, true, false, true, false, true])
    }

    @Test func aServiceThatWasNeverThereDoesNotComeBack() {
        var outage = Outage()
        let news = [outage.begin(), outage.end()]
        #expect(news == [true, false])
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
            _ = outage.begin()
        }
        #expect(outage.words == words)
    }
}
