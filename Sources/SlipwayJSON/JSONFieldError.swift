/// Which field of an object is not what its reader asked for, and why.
package struct JSONFieldError: Error, Hashable, Sendable {
    /// What is wrong with the field.
    package enum Reason: Hashable, Sendable {
        /// It is required and absent or `null`; `expected` says what it should be.
        case missing(expected: String)
        /// It is of another type, or not one of the words that are allowed.
        case mismatch(expected: String, found: String)
        /// Nobody reads a field of that name.
        case unknown
    }

    /// The field, with the way to it: `launch.operations[3].name`; empty for the value itself.
    package let path: String
    /// What is wrong.
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

    /// The same error as seen from the object that holds this one under `outer`.
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
        case .unknown: "cannot read \(subject): no field has that name; remove it or correct it"
        }
    }
}
