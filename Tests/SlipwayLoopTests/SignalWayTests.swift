import Glibc
import Slipway
import SlipwayLoop
import Testing

/// The number of times that a signal was sent that may come by several ways.
struct SignalWayTests {
    @Test(
        arguments: [
            ([.direct], 1),
            ([.direct, .passed(1), .passed(2)], 1),
            ([.passed(1), .passed(1)], 2),
            ([.direct, .passed(1), .direct, .passed(1)], 2),
        ] as [([SignalWay], Int)]
    )
    func theMostThatCameByOneWayWereSent(ways: [SignalWay], sent: Int) {
        var count = SignalCount()
        let counts = ways.enumerated().map { index, way in
            count.add(way, at: Instant(nanoseconds: Int64(index) * 1_000_000_000))
        }
        #expect(counts.last == sent)
    }

    /// As timeout(1) sends it, to a process and then to its group.
    @Test func whatComesAgainAtOnceWasSentOnce() {
        var count = SignalCount()
        let now = Instant(nanoseconds: 0)
        #expect(count.add(.direct, at: now) == 1)
        #expect(count.add(.direct, at: now.advanced(by: .milliseconds(10))) == 1)
        #expect(count.add(.direct, at: now.advanced(by: .seconds(1))) == 2)
    }

    @Test func onlyTheParentPassesOn() {
        #expect(SignalWay(code: Int32(SI_QUEUE), sender: getppid(), value: 7) == .passed(7))
        #expect(SignalWay(code: Int32(SI_QUEUE), sender: getpid(), value: 7) == .direct)
        #expect(SignalWay(code: Int32(SI_USER), sender: getppid(), value: 7) == .direct)
    }
}
