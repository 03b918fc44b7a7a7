extension JSON {
    /// The value with the members of each object in the order of their names: equal values are the same text,
    /// however they were written.
    ///
    /// As deep as the value, which is bounded where it is read.
    package var ordered: JSON {
        switch self {
        case .object(let members):
            var object = JSONObject()
            for key in members.keys.sorted() { object[key] = members[key]?.ordered }
            return .object(object)
        case .array(let elements): return .array(elements.map(\.ordered))
        case .null, .bool, .integer, .number, .string: return self
        }
    }
}
