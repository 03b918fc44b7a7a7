import SlipwayConfiguration
import Testing

struct DurationTextTests {
    @Test(
        arguments: [
            ("250ms", .milliseconds(250)), ("5s", .seconds(5)), ("2m", .seconds(120)),
            ("1h", .seconds(3600)), ("1.5s", .milliseconds(1500)), ("0s", .zero),
            ("0.5h", .seconds(1800)), ("1.0000000019s", .nanoseconds(1_000_000_001)),
            ("8760h", .seconds(8760 * 3600)), ("7d", .seconds(7 * 86_400)),
            ("1.5d", .seconds(36 * 3600)), ("365d", .seconds(8760 * 3600)),
        ] as [(String, Duration)]
    )
    func readsANumberWithAUnit(text: String, duration: Duration) {
        #expect(DurationText.duration(text) == duration)
    }

    @Test(
        arguments: [
            "", "s", "5", "5 s", "-5s", "+5s", "1e3s", ".5s", "5.s", "1.2.3s", "5S", "5sec",
            "1m30s",
            "٥s", "8760.1h", "99999999999999999999h", "9223372036854775807h", "ms", "d",
            "365.1d", "9223372036854775807d",
            "9223372036.9s", "2562047.9h", "153722867.9m", "9223372036854.9ms",
        ]
    )
    func readsNothingElse(text: String) {
        #expect(DurationText.duration(text) == nil)
    }
}
