import Slipway
import SlipwayLoop
import Testing

@testable import SlipwayBodies

@Suite(.timeLimit(.minutes(10)))
struct FirstAnswerTests {
    init() throws { try Loop.start() }

    @Test func anAnswerThatNeverComesIsNotWaitedFor() async {
        let end = await firstAnswer(within: .milliseconds(1)) { (_: Promise<TryEnd<Int>>) in }
        guard case .timedOut = end else { return #expect(Bool(false), "\(end)") }
    }

    @Test func aCancelledTaskDoesNotWait() async {
        let task = Task {
            await firstAnswer(within: .seconds(1000)) { (_: Promise<TryEnd<Int>>) in }
        }
        task.cancel()
        guard case .cancelled = await task.value else { return #expect(Bool(false)) }
    }

    @Test func anAnswerThatIsWantedEvenIfCancelledIsWaitedFor() async {
        let (answers, continuation) = AsyncStream.makeStream(of: Promise<TryEnd<Int>>.self)
        let task = Task {
            await firstAnswer(within: .seconds(1000), evenIfCancelled: true) {
                continuation.yield($0)
            }
        }
        task.cancel()
        var iterator = answers.makeAsyncIterator()
        await iterator.next()?.resolve(.answered(1))
        guard case .answered(1) = await task.value else { return #expect(Bool(false)) }
    }
}
