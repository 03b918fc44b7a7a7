import Slipway
import Testing

struct TimespanTests {
    @Test(
        arguments: [
            (.zero, "0"),
            (.nanoseconds(999), "0"),
            (.microseconds(1), "1us"),
            (.microseconds(312), "312us"),
            (.microseconds(999), "999us"),
            (.milliseconds(1), "1ms"),
            (.microseconds(1500), "1ms"),
            (.milliseconds(930), "930ms"),
            (.microseconds(999_999), "999ms"),
            (.seconds(1), "1s"),
            (.milliseconds(1234), "1.234s"),
            (.microseconds(1_234_999), "1.234s"),
            (.milliseconds(1004), "1.004s"),
            (.microseconds(1_000_300), "1.000s"),
            (.milliseconds(20_905), "20.905s"),
            (.milliseconds(59_999), "59.999s"),
            (.seconds(60), "1min"),
            (.milliseconds(69_608), "1min 9.608s"),
            (.seconds(60) + .milliseconds(5), "1min 5ms"),
            (.seconds(60) + .microseconds(5), "1min"),
            (.seconds(7500), "2h 5min"),
            (.seconds(86_400 * 8 + 1), "1w 1d 1s"),
            (.seconds(31_557_600 + 2_629_800), "1y 1month"),
        ] as [(Duration, String)]
    )
    func readsAsSystemdWritesIt(duration: Duration, text: String) {
        #expect(duration.timespan == text)
    }

    @Test(
        arguments: [
            (.milliseconds(1234), "1.2s"),
            (.milliseconds(1034), "1.0s"),
            (.milliseconds(61_250), "1min 1.2s"),
            (.milliseconds(60_050), "1min"),
            (.milliseconds(37), "37ms"),
        ] as [(Duration, String)]
    )
    func isCutOffToACoarserAccuracy(duration: Duration, text: String) {
        #expect(duration.timespan(accuracy: .tenthOfSecond) == text)
    }

    @Test func microsecondsAreKeptWhenAskedFor() {
        #expect(Duration.microseconds(1_234_005).timespan(accuracy: .microsecond) == "1.234005s")
        #expect(Duration.microseconds(1_005).timespan(accuracy: .microsecond) == "1.005ms")
    }

    @Test func aNegativeDurationHasASign() {
        #expect(Duration.milliseconds(-1234).timespan == "-1.234s")
    }

    @Test func theLongestDurationHasAText() {
        #expect(Duration.seconds(Int64.max).timespan.hasPrefix("292y"))
        #expect(Duration.seconds(Int64.min).timespan.hasPrefix("-292y"))
    }
}
