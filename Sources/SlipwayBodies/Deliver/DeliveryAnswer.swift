internal import SlipwayJSON
internal import SlipwaySystem

/// The answer of a program about an action: `{"id": …, "ok": …}` or `{"id": …, "error": …}`.
enum DeliveryAnswer: Hashable {
    /// The action is done, with a value: null for a handler that gives none.
    case done(JSON)
    /// The action failed, with the handler's own text.
    case failed(String)

    /// Reads a line.
    ///
    /// Other members are ignored. No error quotes the line, which may have the payload in it.
    ///
    /// - Parameters:
    ///   - line: The line, without its newline.
    ///   - id: The action that was delivered.
    ///   - program: The program that answers, for the error.
    /// - Throws: ``DeliveryError/misunderstood(program:reason:)``.
    init(parsing line: [UInt8], to id: String, _ program: String) throws(DeliveryError) {
        func misunderstood(_ reason: String) -> DeliveryError {
            .misunderstood(program: program, reason: reason)
        }
        let json: JSON
        do throws(JSONError) { json = try JSON(document: line) } catch {
            throw misunderstood("\(error)")
        }
        guard let answer = json.objectValue else {
            throw misunderstood("it is \(json.typeName), not an object")
        }
        guard let answered = answer["id"]?.stringValue else { throw misunderstood("it has no id") }
        guard answered == id else { throw misunderstood("its id is that of another action") }
        switch (answer["ok"], answer["error"]) {
        case (nil, nil): throw misunderstood("it has neither ok nor error")
        case (.some, .some): throw misunderstood("it has both ok and error")
        case (nil, .string(let text)?): self = .failed(text)
        case (nil, let error?):
            throw misunderstood("its error is \(error.typeName), not a text")
        case (.bool(false)?, nil), (.null?, nil):
            throw misunderstood("its ok is neither true nor a value")
        case (.bool(true)?, nil): self = .done(.null)
        case (let value?, nil): self = .done(value)
        }
    }

    /// The handler's value.
    ///
    /// - Throws: The handler's error, if it has one.
    func value(
        _ program: String,
        hiding redaction: Redaction = Redaction(of: [])
    ) throws(DeliveryError) -> JSON {
        switch self {
        case .done(let value): return value
        case .failed(let text):
            throw .failed(program: program, text: redaction.hidden(in: text))
        }
    }
}
