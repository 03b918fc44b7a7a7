import Glibc
import SlipwayLoop
import Testing

/// How many times a signal was sent that may come by several ways.
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
        #expect(ways.map { count.add($0) }.last == sent)
    }

    @Test func onlyTheParentPassesOn() {
        #expect(SignalWay(code: Int32(SI_QUEUE), sender: getppid(), value: 7) == .passed(7))
        #expect(SignalWay(code: Int32(SI_QUEUE), sender: getpid(), value: 7) == .direct)
        #expect(SignalWay(code: Int32(SI_USER), sender: getppid(), value: 7) == .direct)
    }
}
