import Testing

@testable import Slipway

/// The lists of edges of a launch's graph, which grow and shrink while it runs.
struct EdgeListsTests {
    @Test(arguments: 0..<50)
    func listsThatGrowAndShrinkHaveWhatWasPutIntoThem(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var lists = EdgeLists()
        var expected: [[Link]] = []
        for _ in 0..<random.number(0...20) {
            lists.appendList()
            expected.append([])
            for _ in 0..<random.number(0...4) {
                let link = random.link
                lists.append(link)
                expected[expected.count - 1].append(link)
            }
        }
        for _ in 0..<500 {
            let index = random.number(0...expected.count)
            switch random.number(0...9) {
            case 0:
                lists.beginList(at: index)
                if index == expected.count { expected.append([]) } else { expected[index] = [] }
            case 1 where index < expected.count:
                let removed = random.number(0...9)
                lists.removeAll(from: index) { $0.index % 10 == removed }
                expected[index].removeAll { $0.index % 10 == removed }
            case _ where index < expected.count:
                let link = random.link
                lists.append(link, to: index)
                expected[index].append(link)
            default: continue
            }
        }
        #expect(lists.count == expected.count)
        #expect(expected.indices.map { Array(lists[$0]) } == expected)
    }

    @Test func reversedListsNameTheOperationsInOrder() {
        var lists = EdgeLists()
        for links in [[2, 1], [2], []] {
            lists.appendList()
            for index in links { lists.append(Link(index: index, kind: .after)) }
        }
        let reversed = lists.reversed
        #expect((0..<3).map { reversed[$0].map(\.index) } == [[], [0], [0, 1]])
    }

    @Test func aListThatIsBegunAgainAndAgainTakesNoMorePlace() {
        var lists = EdgeLists()
        for _ in 0..<10 { lists.appendList() }
        for round in 0..<10_000 {
            lists.beginList(at: round % 10)
            for number in 0..<5 {
                lists.append(Link(index: number, kind: .requires), to: round % 10)
            }
        }
        #expect(lists.positionCount < 1000)
    }
}

extension SeededGenerator {
    fileprivate var link: Link {
        mutating get { Link(index: number(0...99), kind: chance(50) ? .requires : .after) }
    }
}
