/// The raw values of enumerations, for messages.
enum RawValues {
    /// `'accepted', 'running' or 'done'`; `nil` when the type does not list its values.
    static func accepted(_ type: any RawRepresentable.Type) -> String? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        let values = words(type)
        guard let last = values.last else { return nil }
        let others = values.dropLast().joined(separator: ", ")
        return others.isEmpty ? last : "\(others) or \(last)"
    }

    private static func words<Value: CaseIterable>(_ type: Value.Type) -> [String] {
        type.allCases.compactMap { value in
            (value as? any RawRepresentable).map { word($0) }
        }
    }

    private static func word(_ value: some RawRepresentable) -> String {
        let rawValue = value.rawValue
        return rawValue is String ? "'\(rawValue)'" : "\(rawValue)"
    }
}
