import Glibc
import Slipway
import Synchronization
import Testing

@testable import SlipwayHost

/// The tasks in which calls are answered.
@Suite(.timeLimit(.minutes(1)))
struct InlineExecutorTests {
    /// A task that waits once, and notes on which threads it runs.
    private final class Waiting: Sendable {
        private let threads = Mutex<[pthread_t]>([])
        private let wait = Mutex<UnsafeContinuation<Void, Never>?>(nil)

        init() {
            InlineExecutor.run { [self] in
                note()
                await withUnsafeContinuation { wait in self.wait.withLock { $0 = wait } }
                note()
            }
        }

        private func note() { threads.withLock { $0.append(pthread_self()) } }

        var seen: [pthread_t] { threads.withLock(\.self) }

        func end() { wait.withLock(\.self)?.resume() }
    }

    @Test func aTaskHasBegunBeforeItsCallerGoesOn() {
        let task = Waiting()
        #expect(task.seen == [pthread_self()])
        task.end()
    }

    @Test func aTaskGoesOnWhereItsWaitIsEnded() throws {
        let task = Waiting()
        let ended = Promise<Bool>()
        try Thread("waker") {
            task.end()
            ended.resolve(task.seen.last == pthread_self())
        }
        #expect(ended.wait())
        #expect(task.seen.count == 2)
    }

    /// Whoever ends the wait may be a task itself.
    @Test func aTaskThatIsResumedByAnotherLeavesThatAsItWas() async {
        let task = Waiting()
        let waker = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            task.end()
            return Task.isCancelled
        }
        #expect(await waker.value)
        #expect(task.seen.count == 2)
    }
}
