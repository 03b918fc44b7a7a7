import Testing

@testable import Slipway

struct TableTests {
    private func table(_ elements: Range<Int>) -> Table<Int> {
        var table = Table<Int>()
        for element in elements { table.append(element) }
        return table
    }

    private func elements(of table: borrowing Table<Int>) -> [Int] {
        var elements: [Int] = []
        for index in table.indices { elements.append(table[index]) }
        return elements
    }

    @Test func whatIsKeptStaysInOrder() {
        for divisor in 1...4 {
            var table = table(0..<40)
            table.removeAll { $0.isMultiple(of: divisor) }
            let kept = elements(of: table)
            #expect(kept == (0..<40).filter { !$0.isMultiple(of: divisor) })
        }
    }

    @Test func whatIsTakenOutIsLetGoOf() {
        final class Guest: Sendable {}
        var table = Table<Guest>()
        weak var first: Guest?
        weak var second: Guest?
        do {
            let guests = [Guest(), Guest(), Guest()]
            first = guests[0]
            second = guests[1]
            for guest in guests { table.append(guest) }
        }
        table.removeAll { $0 === first }
        let count = table.count
        #expect(count == 2)
        #expect(first == nil)
        #expect(second != nil)
        _ = table.removeLast()
        table.removeAll()
        let isEmpty = table.isEmpty
        #expect(isEmpty)
        #expect(second == nil)
    }

    @Test func theLastIsTheOneThatCameLast() {
        var table = table(0..<3)
        let last = table.removeLast()
        let rest = elements(of: table)
        #expect(last == 2)
        #expect(rest == [0, 1])
    }
}
