/// Random numbers: the same seed gives the same run on every machine.
struct Draw: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// At most so many of the elements.
    mutating func sample<Element>(_ elements: [Element], upTo most: Int) -> [Element] {
        Array(elements.shuffled(using: &self).prefix(number(0...most)))
    }
}
