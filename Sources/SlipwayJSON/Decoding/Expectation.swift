/// The words for an expected value where there is none, by the type that is asked for.
enum Expectation {
    static func words(_ type: any Decodable.Type) -> String {
        if let scalar = type as? any JSONScalar.Type { return scalar.expected }
        if let shaped = type as? any JSONShaped.Type { return shaped.shape }
        if let enumeration = type as? any RawRepresentable.Type,
            let values = RawValues.accepted(enumeration)
        {
            return values
        }
        if let form = FoundationForm(of: type) { return form.advice }
        return "a value of the type '\(type)'"
    }
}

/// A type that is known to be read from values of one shape.
private protocol JSONShaped {
    static var shape: String { get }
}

extension JSON: JSONShaped {
    fileprivate static var shape: String { "a value" }
}

extension Array: JSONShaped {
    fileprivate static var shape: String { "an array" }
}

extension Set: JSONShaped {
    fileprivate static var shape: String { "an array" }
}

extension Dictionary: JSONShaped where Key == String {
    fileprivate static var shape: String { "an object" }
}
