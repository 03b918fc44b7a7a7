/// The types of Foundation whose own `init(from:)` asks for another value than a person would
/// write.
///
/// The types are recognised by their names: nothing here links Foundation.
enum FoundationForm: String {
    case url = "URL"
    case date = "Date"
    case data = "Data"
    case decimal = "Decimal"

    /// The form of a type; `nil` for all others.
    init?(of type: any Any.Type) {
        // The name alone is cheaper to compare, and most types have none of these names.
        guard let form = Self(rawValue: "\(type)"),
            // The module is `FoundationEssentials` where Foundation is not Apple's.
            String(reflecting: type).hasPrefix("Foundation")
        else { return nil }
        self = form
    }

    /// The words for a value that is accepted.
    var expected: String {
        switch self {
        case .url: "a URL, as a string"
        case .date: "a number of seconds since 2001-01-01T00:00:00Z, which may be below zero"
        case .data: "an array of whole numbers from 0 to 255"
        case .decimal: "an object as 'Decimal' writes it"
        }
    }

    /// ``expected``, and what the author of a type may declare instead.
    var advice: String {
        switch self {
        case .url: expected
        case .date: "\(expected); for a date as text declare a String, and convert it"
        case .data: "\(expected); for base64 declare a String, and convert it"
        case .decimal: "\(expected); for a number as text declare a String, and convert it"
        }
    }

    /// The value that the type's `init(from:)` reads, made of a value as a person writes it.
    func asked(of json: JSON) -> JSON {
        // `URL` asks for the two parts of a URL that is relative to another one.
        if case .url = self, case .string = json { return ["relative": json] }
        return json
    }
}
