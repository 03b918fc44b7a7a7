internal import Slipway

/// JSON as it is written: this module parses none, and depends on nothing that does.
enum JSONText {
    /// An object; members that are `nil` are left out.
    static func object(_ members: KeyValuePairs<String, String?>) -> String {
        let texts = members.compactMap { name, value in value.map { "\(quoted(name)):\($0)" } }
        return "{\(texts.joined(separator: ","))}"
    }

    static func array(_ elements: [String]) -> String {
        "[\(elements.joined(separator: ","))]"
    }

    /// A string, in ASCII but for letters and signs that steer no terminal.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case let scalar where scalar.isUnprintable:
                // All of them are below 0x10000.
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
