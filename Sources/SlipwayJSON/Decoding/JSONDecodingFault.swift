/// Why a value could not be made from JSON, and where.
///
/// The JSON itself is not shown, only its keys: it may be secret.
package struct JSONDecodingFault: Error, Hashable, Sendable {
    /// The place: `items[3].url`; empty for the value itself.
    package let path: String
    /// The value that is there, and what would be accepted: `is a string; expected a whole number`.
    package let reason: String

    /// Creates a fault.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

extension JSONDecodingFault: CustomStringConvertible {
    package var description: String {
        let subject = path.isEmpty ? "the value" : "'\(path)'"
        return "cannot read \(subject): it \(reason)"
    }
}

extension JSONDecodingFault {
    init(at codingPath: [any CodingKey], _ reason: String) {
        let path = codingPath.reduce(into: "") { path, key in
            if case .index(let index)? = key as? JSONStep {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        self.init(path: path, reason: reason)
    }

    /// Takes the error that an `init(from:)` threw.
    init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            self.init(path: "", reason: Self.reason(of: error))
            return
        }
        if let fault = error.fault {
            self = fault
        } else {
            self.init(at: error.path, Self.reason(of: error))
        }
    }

    /// The words of an error that is not the decoder's own.
    static func reason(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "is not accepted: \(error)" }
        let words = error.context?.debugDescription ?? ""
        return words.isEmpty ? "is not accepted" : "is not accepted: \(words)"
    }
}

extension DecodingError {
    /// The fault, if the error is the decoder's own.
    var fault: JSONDecodingFault? { context?.underlyingError as? JSONDecodingFault }

    /// The keys that lead to what is wrong.
    var path: [any CodingKey] {
        guard case .keyNotFound(let key, let context) = self else {
            return context?.codingPath ?? []
        }
        return context.codingPath + [key]
    }

    fileprivate var context: Context? {
        switch self {
        case .keyNotFound(_, let context), .typeMismatch(_, let context),
            .valueNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}
