import Slipway
import Testing

struct AlarmHeapTests {
    private func at(_ seconds: Int) -> Instant {
        Instant(nanoseconds: Int64(seconds) * 1_000_000_000)
    }

    @Test func whatIsDueFirstComesFirstAndOfEqualOnesWhatWasArmedFirst() {
        var alarms = AlarmHeap<String>()
        alarms.arm("late", at: at(3))
        alarms.arm("a", at: at(2))
        alarms.arm("b", at: at(2))
        alarms.arm("first", at: at(1))
        #expect(alarms.next == at(1))
        var order: [String] = []
        while let timer = alarms.takeDue(at: at(2)) { order.append(timer) }
        #expect(order == ["first", "a", "b"])
        #expect(alarms.next == at(3))
    }

    @Test func aTimerThatIsArmedAgainIsDueAtItsLastInstantOnly() {
        var alarms = AlarmHeap<Int>()
        alarms.arm(1, at: at(1))
        alarms.arm(1, at: at(5))
        #expect(alarms.takeDue(at: at(4)) == nil)
        #expect(alarms.next == at(5))
        #expect(alarms.takeDue(at: at(5)) == 1)
        #expect(alarms.next == nil)
    }

    @Test func aDisarmedTimerIsNeverDue() {
        var alarms = AlarmHeap<Int>()
        for timer in 0..<1000 { alarms.arm(timer, at: at(timer)) }
        for timer in 0..<999 { alarms.disarm(timer) }
        #expect(alarms.takeDue(at: at(2000)) == 999)
        #expect(alarms.takeDue(at: at(2000)) == nil)
    }
}
