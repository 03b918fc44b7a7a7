internal import Slipway

/// Reads a file that is JSON, as every tool writes it.
///
/// libyaml refuses some JSON: halves of surrogate pairs in escapes, keys of more than 1,024
/// characters, DEL. A file that is no JSON is left to ``YAMLReader``, which reads it or says what
/// is wrong.
struct JSONReader {
    /// The text is no JSON.
    private struct NotJSON: Error {}

    private var cursor: JSONCursor
    private let file: String
    private var faults: [ConfigurationFault] = []

    /// Reads a text; `nil` if it is no JSON object.
    static func read(
        _ source: SourceText
    ) -> (node: ConfigurationNode?, faults: [ConfigurationFault])? {
        var reader = JSONReader(cursor: JSONCursor(source.text), file: source.file)
        reader.cursor.skipSpace()
        guard reader.cursor.next == UInt8(ascii: "{") else { return nil }
        // Why it is no JSON does not matter: YAML's reader says what is wrong.
        guard let node = try? reader.value("", depth: 0) else { return nil }
        reader.cursor.skipSpace()
        return reader.cursor.next == nil ? (node, reader.faults) : nil
    }

    private var origin: Origin { Origin(file: file, line: cursor.line, column: cursor.column) }

    private mutating func value(
        _ path: String,
        depth: Int
    ) throws(NotJSON) -> ConfigurationNode {
        // YAML's reader reports what is nested too deeply.
        guard depth <= YAMLReader.depthLimit else { throw NotJSON() }
        cursor.skipSpace()
        let origin = origin
        let content: ConfigurationNode.Content
        switch cursor.next {
        case UInt8(ascii: "{"): content = .mapping(try members(path, depth: depth))
        case UInt8(ascii: "["): content = .sequence(try items(path, depth: depth))
        case UInt8(ascii: "\""): content = .scalar(try string())
        default:
            guard let text = cursor.takeWord() else { throw NotJSON() }
            content = .scalar(.init(text: text, isPlain: true))
        }
        return ConfigurationNode(content: content, origin: origin)
    }

    private mutating func items(
        _ path: String,
        depth: Int
    ) throws(NotJSON) -> [ConfigurationNode] {
        var items: [ConfigurationNode] = []
        cursor.advance()
        cursor.skipSpace()
        if cursor.take("]") { return items }
        while true {
            items.append(try value("\(path)[\(items.count)]", depth: depth + 1))
            cursor.skipSpace()
            if cursor.take("]") { return items }
            guard cursor.take(",") else { throw NotJSON() }
        }
    }

    private mutating func members(
        _ path: String,
        depth: Int
    ) throws(NotJSON) -> [ConfigurationNode.Entry] {
        var entries: [ConfigurationNode.Entry] = []
        var lines: [String: Int] = [:]
        cursor.advance()
        cursor.skipSpace()
        if cursor.take("}") { return entries }
        while true {
            cursor.skipSpace()
            let origin = origin
            let key = try string().text
            cursor.skipSpace()
            guard cursor.take(":") else { throw NotJSON() }
            let keyPath = KeyPath.joined(path, key)
            let value = try value(keyPath, depth: depth + 1)
            if let first = lines.updateValue(lines[key] ?? origin.line, forKey: key) {
                let reason = "occurs twice, first in line \(first); keep one"
                faults.append(ConfigurationFault(at: origin, key: keyPath, reason: reason))
            } else {
                entries.append(.init(key: key, keyOrigin: origin, value: value))
            }
            cursor.skipSpace()
            if cursor.take("}") { return entries }
            guard cursor.take(",") else { throw NotJSON() }
        }
    }

    private mutating func string() throws(NotJSON) -> ConfigurationNode.Scalar {
        guard cursor.next == UInt8(ascii: "\"") else { throw NotJSON() }
        let start = Origin(file: file, line: cursor.line, column: cursor.column + 1)
        guard let (text, isVerbatim) = cursor.takeString() else { throw NotJSON() }
        let isShown = isVerbatim && text.utf8.contains(UInt8(ascii: "$"))
        return .init(text: text, isPlain: false, textOrigin: isShown ? start : nil)
    }
}
