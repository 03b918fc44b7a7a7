/// SplitMix64: the same seed gives the same numbers everywhere.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix64: RandomNumberGenerator, Sendable {
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

    /// A number from 0 up to, but not, `count`, which is above zero; the bias is below 2⁻³².
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// A number from 0 to 1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
