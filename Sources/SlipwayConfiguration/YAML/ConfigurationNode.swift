internal import Slipway

/// A value of the file with its position; the rest of the module sees nothing else of YAML.
struct ConfigurationNode: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case scalar(Scalar)
        case sequence([ConfigurationNode])
        /// In the order of the file, without repeated keys.
        case mapping([Entry])
    }

    struct Scalar: Hashable, Sendable {
        var text: String
        /// The text has no quotes, so that it may mean a number, a boolean or null.
        var isPlain: Bool
        /// The position of the text itself, if the file holds it exactly as it is here; `nil` if it
        /// was unescaped or folded, or has no `$` to point at.
        var textOrigin: Origin?
    }

    struct Entry: Hashable, Sendable {
        var key: String
        var keyOrigin: Origin
        var value: ConfigurationNode
    }

    var content: Content
    var origin: Origin
}

extension ConfigurationNode {
    /// The value is YAML's null: nothing, `~` or `null`, without quotes.
    var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    }

    /// `true` or `false` in YAML 1.2's spelling, without quotes; `yes` and `on` are text.
    var boolean: Bool? {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return nil }
        switch scalar.text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return nil
        }
    }

    /// A decimal whole number without quotes.
    var wholeNumber: Int64? {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return nil }
        return Int64(scalar.text)
    }

    /// A decimal number without quotes; neither infinite nor NaN.
    var number: Double? {
        guard case .scalar(let scalar) = content, scalar.isPlain,
            scalar.text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
            let number = Double(scalar.text), number.isFinite
        else { return nil }
        return number
    }

    /// The value in messages: `a list`, `a mapping`, `nothing`, or the text itself.
    var shown: String {
        switch content {
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .scalar where isNull: "nothing"
        case .scalar(let scalar) where scalar.text.isEmpty: "empty text"
        case .scalar(let scalar): Quoting.quoted(scalar.text)
        }
    }
}
