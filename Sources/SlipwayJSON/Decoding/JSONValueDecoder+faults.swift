extension JSONValueDecoder {
    /// The error for a value of another type.
    func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        let context = context("is \(json.article); expected \(expected)")
        return json.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The place of this value, with a fault.
    func context(_ reason: String) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: codingPath,
            debugDescription: reason,
            underlyingError: JSONDecodingFault(at: codingPath, reason)
        )
    }

    /// The error that the `init(from:)` of a type threw, with the place if it has none, and with
    /// what is accepted if that is known.
    func explained(
        _ error: any Error,
        of type: any Decodable.Type,
        _ form: FoundationForm?
    ) -> DecodingError {
        if let error = error as? DecodingError {
            if let words = form.flatMap({ misfit($0, error) }) {
                return .dataCorrupted(context(words))
            }
            if error.fault != nil || error.path.count > codingPath.count { return error }
            if error.path.count == codingPath.count {
                guard let words = unknownRawValue(type) else { return error }
                return .dataCorrupted(context(words))
            }
        }
        return .dataCorrupted(context(JSONDecodingFault.reason(of: error)))
    }

    /// The words for a value of which a type of Foundation cannot be made; `nil` for what is wrong inside it.
    private func misfit(_ form: FoundationForm, _ error: DecodingError) -> String? {
        guard error.fault != nil else { return nil }
        if error.path.count == codingPath.count {
            return "is \(json.article); expected \(form.advice)"
        }
        if case .url = form, case .keyNotFound = error {
            return
                "has no member 'relative'; expected \(form.expected), or an object with one there"
        }
        return nil
    }

    /// The words for a raw value that an enumeration does not have; `nil` when that is not what is
    /// wrong.
    private func unknownRawValue(_ type: any Decodable.Type) -> String? {
        guard let type = type as? any RawRepresentable.Type, isUnknownRawValue(type) else {
            return nil
        }
        let accepted = RawValues.accepted(type).map { "; expected \($0)" } ?? ""
        return "is not one of the values of '\(type)'\(accepted)"
    }

    private func isUnknownRawValue<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
        guard let scalar = Value.RawValue.self as? any JSONScalar.Type,
            let rawValue = scalar.init(reading: json) as? Value.RawValue
        else { return false }
        return Value(rawValue: rawValue) == nil
    }
}
