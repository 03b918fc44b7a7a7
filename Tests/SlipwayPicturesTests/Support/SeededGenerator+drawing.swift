import SlipwayTestSupport

extension SeededGenerator {
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    mutating func some(_ all: [String], upTo most: Int) -> [String] {
        guard !all.isEmpty else { return [] }
        var found: [String] = []
        for _ in 0..<number(0...most) { found.append(all[number(0...(all.count - 1))]) }
        return found.sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}
