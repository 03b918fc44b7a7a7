import SlipwayLoop
import Testing

@testable import SlipwayBodies

@Suite(.timeLimit(.minutes(10)))
struct FirstAnswerTests {
    init() throws { try Loop.start() }

    @Test func theFirstAnswerCounts() async {
        let answer = FirstAnswer<Int>()
        answer.give(1)
        answer.give(2)
        #expect(await answer.value() == 1)
    }

    @Test func anAnswerThatNeverComesIsNotWaitedFor() async {
        let end = await firstAnswer(within: .milliseconds(1)) { (_: FirstAnswer<TryEnd<Int>>) in }
        guard case .timedOut = end else { return #expect(Bool(false), "\(end)") }
    }

    @Test func aCancelledTaskDoesNotWait() async {
        let task = Task {
            await firstAnswer(within: .seconds(1000)) { (_: FirstAnswer<TryEnd<Int>>) in }
        }
        task.cancel()
        guard case .cancelled = await task.value else { return #expect(Bool(false)) }
    }
}
