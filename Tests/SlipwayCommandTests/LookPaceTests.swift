import Slipway
import Testing

@testable import SlipwayCommand

struct LookPaceTests {
    private static let start = Instant(nanoseconds: 1_000_000_000)

    private static func at(_ milliseconds: Int64) -> Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    /// The last ones were held by the terminal: a minute, and for ever.
    @Test(
        arguments: [
            (0, 100), (5, 105), (10, 110), (50, 550), (60_000, 62_000),
            (9_000_000_000, 9_000_002_000),
        ]
    )
    func aLookTakesATenthOfTheTimeAtMostAndTheNextComesSoon(cost: Int64, next: Int64) {
        var pace = LookPace(from: Self.start)
        #expect(!pace.allowsLook(at: Self.at(-1)))
        #expect(pace.allowsLook(at: Self.start))
        pace.looked(from: Self.start, to: Self.at(cost))
        #expect(!pace.allowsLook(at: Self.at(next - 1)))
        #expect(pace.allowsLook(at: Self.at(next)))
    }
}
