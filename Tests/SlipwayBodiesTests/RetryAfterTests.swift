import Testing

@testable import SlipwayBodies

struct RetryAfterTests {
    /// Sunday, 6 November 1994, 08:49:37 GMT.
    private static let now: Int64 = 784_111_777_000_000

    @Test(
        arguments: [
            ("0", .zero), ("1", .seconds(1)), ("120", .seconds(120)),
            ("99999999999999999999999", .seconds(86_400)), ("90000", .seconds(86_400)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)),
            ("Sun, 06 Nov 1994 08:49:36 GMT", .zero),
            ("Mon, 07 Nov 1994 08:49:36 GMT", .seconds(86_399)),
            ("Thu, 29 Feb 2024 00:00:00 GMT", .seconds(86_400)),
            ("Thu, 01 Jan 1970 00:00:00 GMT", .zero),
            ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil), ("+5", nil),
            ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil),
            ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
            ("Sun, 00 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:49 GMT", nil),
        ] as [(String, Duration?)]
    )
    func isSecondsOrADate(text: String, pause: Duration?) {
        #expect(RetryAfter.pause(text, wall: Self.now) == pause)
    }

    /// The clock here is an hour off.
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:50:37 GMT", "Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", "Sun, 06 Nov 1994 08:51:37 GMT", .zero),
            ("Sun, 06 Nov 1994 08:50:37 GMT", "today", .zero), ("7", "today", .seconds(7)),
        ] as [(String, String, Duration)]
    )
    func aDateCountsFromThatOfTheAnswer(text: String, date: String, pause: Duration) {
        let now = Self.now + 3_600_000_000
        #expect(RetryAfter.pause(text, date: date, wall: now) == pause)
    }
}
