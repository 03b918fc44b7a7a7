internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// A refused payload, with what was probably meant.
struct PayloadHint: Error, Hashable {
    /// The daemon's error.
    let refusal: VarlinkError
    /// `a value that is no text is written 'c:=77'`.
    let words: String

    /// Finds out whether a value was sent as text though another type was meant; `nil` if not.
    ///
    /// - Parameters:
    ///   - error: Why the action was refused.
    ///   - arguments: The payload, as it was given: `KEY=VALUE` and `KEY:=JSON`.
    init?(_ error: VarlinkError, arguments: [String]) {
        // In other faults, such as a text that is too long, the value was meant as text.
        guard case .invalidPayload(let key, let reason) = LaunchRefusal(error),
            reason.hasPrefix("is a string;")
        else { return nil }
        // A fault inside of a value does not come from its notation.
        guard let text = arguments.first(where: { $0.hasPrefix("\(key)=") }) else { return nil }
        let value = String(text.dropFirst(key.count + 1))
        guard let json = try? JSON(parsing: value), json.stringValue == nil else { return nil }
        refusal = error
        words = "a value that is no text is written '\(key):=\(value)'"
    }
}
