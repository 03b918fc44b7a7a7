internal import SlipwayJSON

/// A field of an object that is wrong, and why.
package struct JSONFieldError: Error, Hashable, Sendable {
    /// The fault of the field.
    package enum Reason: Hashable, Sendable {
        /// The field is required, and absent or `null`; `expected` says what it should be.
        case missing(expected: String)
        /// The field has another type, or is not one of the allowed words.
        case mismatch(expected: String, found: String)
        /// The field is none of the words of an enumeration that has a name: the word, the name,
        /// and the words that the reader knows.
        case unknownWord(String, of: String, known: [String])
        /// The reader knows no field of that name.
        case unknown
    }

    /// The path of the field: `launch.operations[3].name`; empty for the value itself.
    package let path: String
    /// The fault.
    package let reason: Reason

    /// Creates an error about a field.
    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The name of the outermost field: the parameter that a caller passed.
    package var field: String {
        String(path.prefix { $0 != "." && $0 != "[" })
    }

    /// A value that is not what a field takes; `expected` says what that is: `a string`.
    init(_ json: JSON, isNot expected: String) {
        let found = json.stringValue.map { "'\($0)'" } ?? json.typeName
        self.init(path: "", reason: .mismatch(expected: expected, found: found))
    }

    /// The error as seen from the object that has this one under `outer`.
    func within(_ outer: String) -> JSONFieldError {
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return JSONFieldError(path: outer + separator + path, reason: reason)
    }
}

extension JSONFieldError: CustomStringConvertible {
    package var description: String {
        let subject = path.isEmpty ? "the value" : "'\(path)'"
        return switch reason {
        case .missing(let expected): "cannot read \(subject): it is missing; expected \(expected)"
        case .mismatch(let expected, let found):
            "cannot read \(subject): it is \(found); expected \(expected)"
        case .unknownWord(let word, _, let known):
            "cannot read \(subject): it is '\(word)'; expected one of "
                + known.map { "'\($0)'" }.joined(separator: ", ")
        case .unknown: "cannot read \(subject): no field has that name; remove it or correct it"
        }
    }
}
