import Testing

@testable import Slipway

/// The order of the actions of a book, and the ended ones that it keeps.
struct ActionEntriesTests {
    private let entry = ActionEntry(
        kind: 0,
        durability: .disk,
        state: .waiting,
        acceptedAt: .at(0),
        expiresAt: nil
    )

    private func entries(_ count: Int) -> (entries: ActionEntries, ids: [ActionID]) {
        var entries = ActionEntries()
        let ids = (0..<count).map { ActionID("a\($0)") }
        for id in ids { entries.append(id, entry) }
        return (entries, ids)
    }

    @Test func thoseOfEarlierLaunchesHaveTheFirstPlaces() {
        var (entries, ids) = entries(2)
        entries.add(ActionID("earlier"), entry)
        #expect(entries.order == ids)
        entries.putFirst([ActionID("earlier")])
        #expect(entries.order == [ActionID("earlier")] + ids)
    }

    @Test func forgetsTheOneThatEndedFirst() {
        var (entries, ids) = entries(ActionEntries.retained + 1)
        for id in ids.dropLast() {
            let forgotten = entries.retire(id)
            #expect(forgotten?.state == nil)
        }
        let forgotten = entries.retire(ids[ActionEntries.retained])
        #expect(forgotten?.state == .waiting)
        #expect(entries.byID[ids[0]]?.state == nil)
        #expect(entries.byID[ids[1]]?.state == .waiting)
    }

    @Test func letsGoOfPlacesButNotWhileASweepIsUnderWay() {
        var (entries, ids) = entries(200)
        entries.beginSweep()
        for id in ids.prefix(150) { entries.forget(id) }
        #expect(entries.order == ids)
        while let part = entries.nextPart { entries.swept(upTo: part.upperBound) }
        entries.forget(ids[150])
        #expect(entries.order == Array(ids.dropFirst(151)))
    }

    @Test func aSweepReachesEachOfThemOnceInParts() {
        var (entries, ids) = entries(300)
        entries.beginSweep()
        var parts: [Range<Int>] = []
        while let part = entries.nextPart {
            parts.append(part)
            entries.swept(upTo: part.upperBound)
        }
        #expect(parts.count == 3)
        #expect(parts.flatMap { $0 } == Array(ids.indices))
        #expect(entries.swept == nil)
    }
}
