import Slipway
import Testing

@testable import SlipwayPictures

struct TimeAxisTests {
    @Test(arguments: [
        (Duration.microseconds(7), ["0", "1us", "2us", "3us", "4us", "5us", "6us", "7us"]),
        (
            .microseconds(900),
            ["0", "100us", "200us", "300us", "400us", "500us", "600us", "700us", "800us", "900us"]
        ),
        (
            .milliseconds(980),
            ["0", "100ms", "200ms", "300ms", "400ms", "500ms", "600ms", "700ms", "800ms", "900ms"]
        ),
        (.milliseconds(2600), ["0", "500ms", "1s", "1.5s", "2s", "2.5s"]),
        (.seconds(75), ["0", "10s", "20s", "30s", "40s", "50s", "1min", "1min 10s"]),
        (.seconds(500), ["0", "1min", "2min", "3min", "4min", "5min", "6min", "7min", "8min"]),
        (
            .seconds(7200),
            ["0", "15min", "30min", "45min", "1h", "1h 15min", "1h 30min", "1h 45min", "2h"]
        ),
    ])
    func hasMarksAtRoundTimes(end: Duration, texts: [String]) {
        let axis = TimeAxis(left: 0, width: 900, end: end)
        #expect(axis.ticks().map(TimeAxis.text) == texts)
    }

    @Test(arguments: [
        Duration.zero, .nanoseconds(1), .seconds(1_000_000_000), .nanoseconds(Int64.max),
    ])
    func hasFewMarksWhateverItsLength(end: Duration) {
        let axis = TimeAxis(left: 100, width: 900, end: end)
        #expect((1...11).contains(axis.ticks().count))
    }

    @Test func whatLiesOutsideIsAtItsEnds() {
        let axis = TimeAxis(left: 100, width: 900, end: .seconds(1))
        #expect(axis.x(.seconds(-1)) == 100)
        #expect(axis.x(.milliseconds(500)) == 550)
        #expect(axis.x(.seconds(9)) == 1000)
    }

    @Test func aTextThatDoesNotFitIsShortened() {
        let text = "currency-rates-of-all-countries"
        let short = TextWidth.fitting(text, 90, size: 12)
        #expect(short.hasSuffix("…") && text.hasPrefix(short.dropLast()))
        #expect(TextWidth.of(short, size: 12) <= 90)
        #expect(TextWidth.fitting(text, 900, size: 12) == text)
        #expect(TextWidth.fitting(text, 8, size: 12) == "")
    }
}
