import Testing

@testable import Slipway

struct MinHeapTests {
    @Test(arguments: 0..<20)
    func givesItsElementsInOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let numbers = (0..<random.number(0...200)).map { _ in random.number(0...50) }
        var heap = MinHeap<Int>()
        for number in numbers { heap.insert(number) }
        #expect(heap.count == numbers.count)
        var taken: [Int] = []
        while let number = heap.popFirst() { taken.append(number) }
        #expect(taken == numbers.sorted())
        #expect(heap.isEmpty)
    }

    @Test func theFirstIsTheSmallestAtAnyTime() {
        var random = SeededGenerator(seed: 1)
        var heap = MinHeap<Int>()
        var reference: [Int] = []
        for _ in 0..<1000 {
            if random.chance(40), let first = heap.popFirst() {
                reference.remove(at: reference.firstIndex(of: first) ?? 0)
            } else {
                let number = random.number(0...100)
                heap.insert(number)
                reference.append(number)
            }
            if heap.first != reference.min() { Issue.record("\(heap)") }
        }
    }
}
