extension JSON {
    /// The value with the members of each object in the order of the bytes of their names: equal values are the
    /// same text, however they were written.
    ///
    /// Recurses as deep as the value, whose depth is bounded where it is read.
    package var ordered: JSON { ordered { .number($0) } }

    /// As ``ordered``, and a number is the same text in whatever notation: `1`, `1.0` and `1e0` are
    /// `1`.
    package var comparable: JSON {
        ordered { number in Int64(exactly: number).map { .integer($0) } ?? .number(number) }
    }

    private func ordered(_ number: (Double) -> JSON) -> JSON {
        switch self {
        case .object(let members):
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return .object(JSONObject(sorted.map { ($0.key, $0.value.ordered(number)) }))
        case .array(let elements): return .array(elements.map { $0.ordered(number) })
        case .number(let value): return number(value)
        case .null, .bool, .integer, .decimal, .string: return self
        }
    }
}
