internal import ArgumentParser
internal import SlipwayJSON

/// The payload of an action, as a command line writes it.
enum PayloadArguments {
    /// The payload of `KEY=VALUE` and `KEY:=JSON` arguments, or of one JSON text.
    static func payload(
        _ values: [String],
        json: String?
    ) throws(ValidationError) -> JSONObject {
        guard let json else { return try object(values) }
        guard values.isEmpty else {
            throw ValidationError("give the payload as KEY=VALUE or with '--payload', not both.")
        }
        return try object(parsing: json.utf8, "'--payload'")
    }

    /// The parameters of a call, as JSON.
    static func parameters(_ json: String) throws(ValidationError) -> JSONObject {
        try object(parsing: json.utf8, "parameters")
    }

    /// The payload from a file or a pipe; blocks until it ends.
    static func payload(reading input: Input) throws -> JSONObject {
        try object(parsing: input.bytes(limit: 1024 * 1024), "standard input")
    }

    private static func object(
        parsing bytes: some Sequence<UInt8>,
        _ source: String
    ) throws(ValidationError) -> JSONObject {
        let json: JSON
        do throws(JSONError) { json = try JSON(document: Array(bytes)) } catch {
            throw ValidationError("\(source): \(error.description).")
        }
        guard let object = json.objectValue else {
            throw ValidationError(
                "\(source): a JSON object such as {\"url\": \"…\"} is wanted, not \(json.typeName)."
            )
        }
        return object
    }

    private static func object(_ values: [String]) throws(ValidationError) -> JSONObject {
        var object = JSONObject()
        for text in values {
            guard let equals = text.firstIndex(of: "=") else {
                throw ValidationError(
                    "'\(text)' is no KEY=VALUE; write 'KEY=VALUE' or 'KEY:=JSON'."
                )
            }
            var key = text[..<equals]
            let value = text[text.index(after: equals)...]
            let isJSON = key.hasSuffix(":")
            if isJSON { key = key.dropLast() }
            guard !key.isEmpty else {
                throw ValidationError("'\(text)' has no key; write 'KEY=VALUE' or 'KEY:=JSON'.")
            }
            guard object[String(key)] == nil else {
                throw ValidationError("key '\(key)' is given twice; give it once.")
            }
            object[String(key)] = isJSON ? try json(value, key) : .string(String(value))
        }
        return object
    }

    private static func json(
        _ text: Substring,
        _ key: Substring
    ) throws(ValidationError) -> JSON {
        do throws(JSONError) { return try JSON(parsing: String(text)) } catch {
            throw ValidationError("key '\(key)': \(error.description); for text write '\(key)=…'.")
        }
    }
}
