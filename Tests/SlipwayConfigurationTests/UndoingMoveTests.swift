import Synchronization
import Testing

@testable import SlipwayOperations

/// What undoes an operation goes from one generation to the next, while either may be stopped.
@Suite(.timeLimit(.minutes(5)))
struct UndoingMoveTests {
    /// Two tasks that go on at once, as far as there are two processors.
    private final class Meeting: Sendable {
        private let there = Atomic(0)

        func come() {
            there.add(1, ordering: .acquiringAndReleasing)
            for _ in 0..<10_000 where there.load(ordering: .acquiring) < 2 {}
        }
    }

    /// The operation ran in the first generation when three others came; the last one is stopped while what
    /// undoes it is on its way there.
    @Test func whatIsOnItsWayIsUndoneOnce() async throws {
        for _ in 0..<2000 {
            let count = Atomic(0)
            let generations = (0..<4).map { _ in Undoings() }
            let pairs = Array(zip(generations, generations.dropFirst()))
            for (older, newer) in pairs { newer.follow(older, for: ["late"]) }
            let undoing = Undoings.Undoing { _ in
                count.add(1, ordering: .relaxed)
            } redo: {
            }
            generations[0].note("late", undoing)
            let meeting = Meeting()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    meeting.come()
                    for (older, newer) in pairs {
                        older.move(["late"], to: newer)
                        newer.follow(nil, for: [])
                    }
                }
                group.addTask {
                    meeting.come()
                    try await generations[3].undo("late", within: .zero)
                }
                try await group.waitForAll()
            }
            #expect(count.load(ordering: .relaxed) == 1)
        }
    }
}
