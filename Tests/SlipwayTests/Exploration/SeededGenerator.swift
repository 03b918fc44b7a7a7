/// SplitMix64: the same seed gives the same run, on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

extension SeededGenerator {
    /// One of them; `nil` when there are none.
    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(0...(elements.count - 1))]
    }

    /// At most `most` of them, some maybe more than once.
    mutating func sample<Element>(_ elements: [Element], upTo most: Int) -> [Element] {
        guard !elements.isEmpty else { return [] }
        return (0..<number(0...most)).map { _ in elements[number(0...(elements.count - 1))] }
    }
}
