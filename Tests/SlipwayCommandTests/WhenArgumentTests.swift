import SlipwaySystem
import Testing

@testable import SlipwayCommand

struct WhenArgumentTests {
    private static let now = Duration.seconds(1_790_000_000)

    @Test func aDurationIsHowLongAgo() {
        #expect(WhenArgument.date("2h", now: Self.now) == .seconds(1_790_000_000 - 7200))
        #expect(WhenArgument.date("2h ago", now: Self.now) == .seconds(1_790_000_000 - 7200))
        #expect(WhenArgument.date("8760h", now: .seconds(10)) == .zero)
    }

    @Test func dateAndTimeAreLocalAndSecondsMayBeLeftOut() throws {
        let day = try #require(WhenArgument.date("2026-03-01", now: Self.now))
        let time = try #require(WhenArgument.date("2026-03-01 10:20", now: Self.now))
        #expect(time - day == .seconds(10 * 3600 + 20 * 60))
        let seconds = WhenArgument.date("2026-03-01T10:20:07", now: Self.now)
        #expect(seconds == time + .seconds(7))
    }

    @Test func aTimeAloneIsOfToday() throws {
        let midnight = try #require(WhenArgument.date("00:00", now: Self.now))
        #expect(midnight <= Self.now && Self.now - midnight < .seconds(25 * 3600))
        #expect(midnight.dateText.contains(" 00:00:00 "))
    }

    @Test(arguments: [
        "", "yesterday", "2", "25:00", "10:60", "2026-02-30", "2026-13-01", "2026-1-1",
        "1960-01-01", "2026-03-01 ", "2026-03-01 10", "10:20 2026-03-01", "99999-01-01", "+1:20",
        "2026-03-01  10:20", " ago", "2hago", "2h  ago", "10:20 ago",
    ])
    func whatIsNoMomentIsRefused(text: String) {
        #expect(WhenArgument.date(text, now: Self.now) == nil)
    }
}
