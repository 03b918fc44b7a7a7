import Slipway
import Testing

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
