import Testing

@testable import Slipway

struct NameIndexTests {
    private func index(_ names: [String]) -> (NameIndex, [Declaration], [[Int]]) {
        var plan = Plan("test")
        for name in names { plan.add(name) { _ in } }
        var repeated: [[Int]] = []
        let index = NameIndex(plan.declarations) { repeated.append([$0, $1]) }
        return (index, plan.declarations, repeated)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 7, 8, 1000, 4096])
    func findsEveryNameAndNoOther(count: Int) {
        let (index, declarations, repeated) = index((0..<count).map { "operation-\($0)" })
        #expect(repeated.isEmpty)
        for number in 0..<count {
            #expect(index.number(of: "operation-\(number)", in: declarations) == number)
        }
        #expect(index.number(of: "operation-\(count)", in: declarations) == nil)
        #expect(index.number(of: "", in: declarations) == nil)
    }

    @Test func findsNamesOfAnyLength() {
        let names = (0..<200).map { String(repeating: "x", count: $0) }
        let (index, declarations, _) = index(names)
        for number in names.indices {
            #expect(index.number(of: names[number], in: declarations) == number)
        }
    }

    @Test func tellsOfEachRepetitionWithTheFirst() {
        let (index, declarations, repeated) = index(["a", "b", "a", "c", "b", "a"])
        #expect(repeated == [[0, 2], [1, 4], [0, 5]])
        #expect(index.number(of: "a", in: declarations) == 0)
    }

    @Test func takesOneLetterForTheSameHoweverItIsWritten() {
        let (index, declarations, repeated) = index(["caf\u{E9}", "cafe\u{301}", "cafe"])
        #expect(repeated == [[0, 1]])
        #expect(index.number(of: "cafe\u{301}", in: declarations) == 0)
        #expect(index.number(of: "cafe", in: declarations) == 2)
    }

    @Test func findsAGroupWhereItEnds() {
        var plan = Plan("test")
        plan.group("g") { plan in plan.add("a") { _ in } }
        let index = NameIndex(plan.declarations) { _, _ in }
        #expect(index.number(of: "g", in: plan.declarations) == 2)
    }

    @Test func anEmptyIndexFindsNothing() {
        #expect(NameIndex().number(of: "a", in: []) == nil)
    }
}
