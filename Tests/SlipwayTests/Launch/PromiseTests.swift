import Testing

@testable import Slipway

@Suite(.timeLimit(.minutes(1)))
struct PromiseTests {
    @Test func theFirstValueCounts() async {
        let promise = Promise<Int>()
        promise.resolve(1)
        promise.resolve(2)
        #expect(await promise.value() == 1)
        #expect(promise.wait() == 1)
    }

    @Test func aTaskThatWaitsGetsTheValue() async {
        let promise = Promise<Int>()
        async let value = promise.value()
        promise.resolve(1)
        #expect(await value == 1)
    }

    @Test func aThreadThatWaitsGetsTheValue() throws {
        let promise = Promise<Int>()
        try Thread("resolver") { promise.resolve(1) }
        #expect(promise.wait() == 1)
    }

    @Test func aWaitThatWasTooShortCanBeRepeated() {
        let promise = Promise<Int>()
        #expect(promise.wait(upTo: .milliseconds(1)) == nil)
        promise.resolve(1)
        #expect(promise.wait(upTo: .zero) == 1)
    }
}

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
