import Testing

@testable import Slipway

/// The places of the queues, as a value.
struct PlacesTests {
    private var places: Places {
        Places(
            [Queue.main, .userInitiated].map { queue in
                MachineQueue(QueueWithWidth(queue: queue, width: .fixed(2)), automaticWidth: 8)
            }
        )
    }

    @Test func aQueueGoesOnWhenTheLastLiftsItsPause() {
        var places = places
        let begun = [
            places.pause(1, by: .operators, at: .at(1)), places.pause(1, by: .reload, at: .at(2)),
        ]
        #expect(begun == [true, false])
        let first = places.resume(1, by: .operators, at: .at(3))
        #expect(!first && places.queues[1].isPaused && !places.isPaused)
        let last = places.resume(1, by: .reload, at: .at(4))
        #expect(last)
        #expect(!places.queues[1].isPaused)
        #expect(places.pauses == [Pause(queue: .userInitiated, startedAt: .at(1), endedAt: .at(4))])
    }

    @Test func aPauseOfAllIsNoneOfAQueue() {
        var places = places
        let begun = places.pause(nil, by: .operators, at: .at(1))
        #expect(begun && places.isPaused && !places.queues[0].isPaused)
        #expect(places.pausers(of: nil) == .operators && places.pausers(of: 0).isEmpty)
        let ended = places.resume(nil, by: .operators, at: .at(2))
        #expect(ended && !places.isPaused)
    }

    @Test func aPlaceIsFreeOnceItsBodyHasReturned() {
        var places = places
        places.queues[1].ready = 3
        #expect(places.queues[1].startable == 2)
        places.queues[1].held = 2
        #expect(places.queues[1].startable == 0)
        places.queues[1].giveBack(by: 7, at: .at(1))
        #expect(places.queues[1].startable == 1 && places.queues[1].releasers == [7])
        #expect(places.poolWidth == 2)
    }
}
