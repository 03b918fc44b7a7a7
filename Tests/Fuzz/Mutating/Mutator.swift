/// Mutates valid inputs into nearly valid ones.
struct Mutator {
    /// Valid inputs; not empty.
    let corpus: [[UInt8]]
    /// Tokens that have a meaning in the inputs, or are awkward there; not empty.
    let tokens: [[UInt8]]
    /// The most bytes of an input.
    let longest: Int
    /// The percentage of inputs that stay valid, so that what they start continues.
    var rightShare = 10

    /// An input of the corpus, mutated or unchanged.
    func input(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = random.pick(corpus)
        if random.chance(rightShare) { return bytes }
        // Many mutations leave only noise.
        for _ in 0...random.below(random.chance(80) ? 3 : 20) { mutate(&bytes, &random) }
        return Array(bytes.prefix(longest))
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let part = random.range(in: bytes.count, longest: random.chance(80) ? 8 : .max)
        let place = random.below(bytes.count + 1)
        switch random.below(12) {
        case 0 where !bytes.isEmpty:
            bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        case 1 where !bytes.isEmpty:
            bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        case 2: bytes.removeSubrange(part)
        case 3: bytes.removeSubrange(place...)
        case 4: bytes.insert(contentsOf: repeated(bytes[part], &random), at: part.upperBound)
        case 5: bytes.insert(contentsOf: random.pick(tokens), at: place)
        case 6: bytes.replaceSubrange(part, with: random.pick(tokens))
        case 7: bytes.insert(contentsOf: repeated(random.pick(tokens)[...], &random), at: place)
        case 8:
            let moved = bytes[part]
            bytes.removeSubrange(part)
            bytes.insert(contentsOf: moved, at: min(place, bytes.count))
        case 9:
            let other = random.pick(corpus)
            bytes.replaceSubrange(place..., with: other[random.below(other.count + 1)...])
        default: replaceValue(&bytes, from: place, with: random.pick(tokens))
        }
    }

    /// The part a few times, or very often: deep nesting, great length.
    private func repeated(
        _ part: ArraySlice<UInt8>,
        _ random: inout SeededGenerator
    ) -> [UInt8] {
        let wanted = random.chance(98) ? 1 + random.below(8) : 1 << random.below(20)
        let times = min(wanted, longest / max(part.count, 1))
        return Array(repeatElement(part, count: times).joined())
    }

    /// Replaces the text behind the next colon, where JSON and YAML have a value.
    private func replaceValue(_ bytes: inout [UInt8], from place: Int, with token: [UInt8]) {
        guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) else { return }
        let start = colon + 1
        let end = bytes[start...].firstIndex { ",}]\n".utf8.contains($0) } ?? bytes.endIndex
        bytes.replaceSubrange(start..<end, with: [UInt8(ascii: " ")] + token)
    }
}
