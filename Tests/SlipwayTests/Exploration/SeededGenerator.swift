@testable import Slipway

/// The library's random numbers, in the forms that random plans need: the same seed gives the same
/// run on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) {
        numbers = SplitMix64(seed: seed)
    }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

extension SeededGenerator {
    /// One of the elements; `nil` when there are none.
    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(0...(elements.count - 1))]
    }

    /// At most `most` of the elements, some perhaps repeatedly.
    mutating func sample<Element>(_ elements: [Element], upTo most: Int) -> [Element] {
        guard !elements.isEmpty else { return [] }
        return (0..<number(0...most)).map { _ in elements[number(0...(elements.count - 1))] }
    }
}
