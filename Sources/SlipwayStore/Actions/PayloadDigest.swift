internal import SlipwayJSON

/// Compares payloads in 128 bits instead of up to 64 KiB.
///
/// Two sums with the process's own secret seed, so that a sender cannot construct two payloads with
/// the same digest. Meaningless in another process.
struct PayloadDigest: Hashable {
    private let first: Int
    private let second: Int

    init(_ payload: JSONObject) {
        first = Self.sum(of: .object(payload), half: 0)
        second = Self.sum(of: .object(payload), half: 1)
    }

    private static func sum(of value: JSON, half: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(half)
        switch value {
        case .object(let members):
            // A sum does not depend on the order.
            var sum = 0
            for (key, value) in members {
                var member = Hasher()
                member.combine(half)
                member.combine(key)
                member.combine(Self.sum(of: value, half: half))
                sum &+= member.finalize()
            }
            hasher.combine("object")
            hasher.combine(members.count)
            hasher.combine(sum)
        case .array(let elements):
            hasher.combine("array")
            hasher.combine(elements.count)
            for element in elements { hasher.combine(Self.sum(of: element, half: half)) }
        default: hasher.combine(value)
        }
        return hasher.finalize()
    }
}
