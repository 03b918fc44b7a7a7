import Slipway
import Testing

struct InstantTests {
    private static let first = Instant(nanoseconds: .min)
    private static let last = Instant(nanoseconds: .max)

    @Test func whatIsBeyondTheClockIsItsEnd() {
        #expect(Self.last.advanced(by: .nanoseconds(1)) == Self.last)
        #expect(Self.first.advanced(by: .nanoseconds(-1)) == Self.first)
        #expect(Instant(nanoseconds: 5).advanced(by: .seconds(Int64.max)) == Self.last)
        #expect(Instant(nanoseconds: -5).advanced(by: .seconds(Int64.min)) == Self.first)
    }

    @Test func aTimeTooLongToCountIsTheLongest() {
        #expect(Self.first.duration(to: Self.last) == .nanoseconds(Int64.max))
        #expect(Self.last.duration(to: Self.first) == .nanoseconds(Int64.min))
        #expect(Instant(nanoseconds: 2).duration(to: Instant(nanoseconds: 5)) == .nanoseconds(3))
    }
}
