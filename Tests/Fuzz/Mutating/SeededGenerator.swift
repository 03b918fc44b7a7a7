/// The random numbers of one case: the same seed and case give the same input on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, case index: Int) {
        // Otherwise neighbouring cases would have the same numbers, shifted by one.
        state = Self.mixed(seed) ^ Self.mixed(~UInt64(bitPattern: Int64(index)))
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    private static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

extension SeededGenerator {
    /// A number from 0 to `count` - 1; `count` is above 0.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements, which must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// A range within `count` bytes, at most `longest` long.
    mutating func range(in count: Int, longest: Int = .max) -> Range<Int> {
        let start = below(count + 1)
        return start..<start + below(min(count - start, longest) + 1)
    }
}
