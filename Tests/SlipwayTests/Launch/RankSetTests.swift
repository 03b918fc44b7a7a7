import Testing

@testable import Slipway

struct RankSetTests {
    @Test(arguments: [1, 63, 64, 65, 4096, 4097, 300_000])
    func givesTheSmallestOfWhatIsInIt(capacity: Int) {
        var set = RankSet(capacity: capacity)
        var reference: Set<Int> = []
        var random = SeededGenerator(seed: UInt64(capacity))
        for _ in 0..<2000 {
            let rank = random.number(0...(capacity - 1))
            if reference.contains(rank) {
                set.remove(rank)
                reference.remove(rank)
            } else {
                set.insert(rank)
                reference.insert(rank)
            }
            // Not each time: what the set remembers of where it looked has to outlast changes.
            let isFirst = random.number(0...3) > 0 || set.first == reference.min() ?? -1
            let isRight =
                isFirst && set.count == reference.count
                && set.contains(rank) == reference.contains(rank)
                && set.isEmpty == reference.isEmpty
            if !isRight { Issue.record("\(set.first) of \(reference.sorted())") }
        }
    }

    @Test func anEmptySetHasNoSmallest() {
        var set = RankSet(capacity: 0)
        let first = set.first
        #expect(first == -1)
    }

    @Test func aCopyGoesItsOwnWay() {
        var set = RankSet(capacity: 1000)
        for rank in [900, 70, 500] { set.insert(rank) }
        var copy = set.copy()
        copy.insert(3)
        set.remove(70)
        let firsts = [set.first, copy.first]
        #expect(firsts == [500, 3])
    }
}
