import Slipway
import Testing

@testable import SlipwayCommand

struct LookPaceTests {
    private static let start = Instant(nanoseconds: 1_000_000_000)

    private static func at(_ milliseconds: Int64) -> Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    @Test(arguments: [(0, 100), (5, 105), (10, 110), (50, 550)])
    func aLookTakesATenthOfTheTimeAtMost(cost: Int64, next: Int64) {
        var pace = LookPace(from: Self.start)
        #expect(!pace.allowsLook(at: Self.at(-1)))
        #expect(pace.allowsLook(at: Self.start))
        pace.looked(from: Self.start, to: Self.at(cost))
        #expect(!pace.allowsLook(at: Self.at(next - 1)))
        #expect(pace.allowsLook(at: Self.at(next)))
    }
}
