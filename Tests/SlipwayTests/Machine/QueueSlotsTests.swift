import Testing

@testable import Slipway

/// The slots of the queues, as a value.
struct QueueSlotsTests {
    private var slots: QueueSlots {
        QueueSlots(
            [Queue.main, .userInitiated].map { queue in
                MachineQueue(QueueWithWidth(queue: queue, width: .fixed(2)), automaticWidth: 8)
            }
        )
    }

    @Test func aQueueGoesOnWhenTheLastLiftsItsPause() {
        var slots = slots
        let begun = [
            slots.pause(1, by: .operators, at: .at(1)), slots.pause(1, by: .reload, at: .at(2)),
        ]
        #expect(begun == [true, false])
        let first = slots.resume(1, by: .operators, at: .at(3))
        #expect(!first && slots.queues[1].isPaused && !slots.isPaused)
        let last = slots.resume(1, by: .reload, at: .at(4))
        #expect(last)
        #expect(!slots.queues[1].isPaused)
        #expect(slots.pauses == [Pause(queue: .userInitiated, startedAt: .at(1), endedAt: .at(4))])
    }

    @Test func aPauseOfAllIsNoneOfAQueue() {
        var slots = slots
        let begun = slots.pause(nil, by: .operators, at: .at(1))
        #expect(begun && slots.isPaused && !slots.queues[0].isPaused)
        #expect(slots.pausers(of: nil) == .operators && slots.pausers(of: 0).isEmpty)
        let ended = slots.resume(nil, by: .operators, at: .at(2))
        #expect(ended && !slots.isPaused)
    }

    @Test func aPlaceIsFreeOnceItsBodyHasReturned() {
        var slots = slots
        slots.queues[1].ready = 3
        #expect(slots.queues[1].startable == 2)
        slots.queues[1].held = 2
        #expect(slots.queues[1].startable == 0)
        slots.queues[1].giveBack(by: 7, at: .at(1))
        #expect(slots.queues[1].startable == 1 && slots.queues[1].releasers == [7])
        #expect(slots.poolWidth == 2)
    }
}
