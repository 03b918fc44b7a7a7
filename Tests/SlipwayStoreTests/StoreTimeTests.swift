import Testing

@testable import SlipwayStore

struct StoreTimeTests {
    private static let accepted = StoreTime(
        date: 1_700_000_001_000_000,
        uptime: 50_000,
        boot: "first"
    )

    @Test(
        arguments: [
            // Within a boot the wall clock does not matter.
            (StoreTime(date: 1_700_000_009_000_000, uptime: 80_000, boot: "first"), 30_000),
            (StoreTime(date: 0, uptime: 80_000, boot: "first"), 30_000),
            // Across boots it does, unless it is behind.
            (StoreTime(date: 1_700_000_001_400_000, uptime: 10, boot: "second"), 400_000),
            (StoreTime(date: 1_700_000_000_900_000, uptime: 10, boot: "second"), 0),
            // A machine that does not tell its boots.
            (StoreTime(date: 1_700_000_001_000_007, uptime: 90_000, boot: ""), 7),
        ] as [(StoreTime, Int64)]
    )
    func timePassesByTheClockThatCanBeTrusted(now: StoreTime, elapsed: Int64) {
        let accepted = Self.accepted
        #expect(
            now.elapsed(since: accepted.date, uptime: accepted.uptime, boot: accepted.boot)
                == elapsed
        )
    }

    /// A machine without a battery, and without a network when it was switched on.
    @Test func aClockThatWasNotSetAtTheAcceptanceCountsAsNoTime() {
        let now = StoreTime(date: 1_700_000_000_000_000, uptime: 90_000_000, boot: "second")
        #expect(now.elapsed(since: 42_000_000, uptime: 42_000_000, boot: "first") == 0)
        #expect(now.elapsed(since: 42_000_000, uptime: 50_000_000, boot: "second") == 40_000_000)
    }

    @Test func theClocksOfThisMachineAreRead() {
        let now = StoreTime.now
        #expect(now.date > 1_600_000_000_000_000)
        #expect(now.uptime > 0)
        #expect(now.boot.count == 36)
    }
}
