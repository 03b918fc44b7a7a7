import SlipwayInterface
import Testing

@testable import SlipwayCommand

struct ValueTextTests {
    @Test func aValueIsALineWithItsAgeAndWhatItCameFrom() {
        let now: Int64 = 1_790_000_000_000_000
        let values = [
            ListedValue(
                operation: "toggles",
                identity: "POST http://localhost/ofrep/v1/evaluate/flags #0123456789abcdef",
                keptDate: .microseconds(now) - .seconds(7200),
                size: 93
            ),
            ListedValue(
                operation: "user",
                identity: "/usr/bin/user #fedcba9876543210",
                keptDate: .microseconds(now) + .seconds(5),
                size: 1048576
            ),
        ]
        #expect(
            ValueText.lines(values, now: now) == [
                "OPERATION  AGE    BYTES  FROM",
                "toggles     2h       93  POST http://localhost/ofrep/v1/evaluate/flags #0123456789abcdef",
                "user         0  1048576  /usr/bin/user #fedcba9876543210",
            ]
        )
    }
}
