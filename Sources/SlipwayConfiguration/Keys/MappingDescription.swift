package import SlipwayJSON

/// The keys that a mapping of the configuration may have, with all that is said of them.
package final class MappingDescription {
    let text: MappingText
    /// The keys, in the order in which they are declared.
    package private(set) var keys: [KeyDescription] = []
    /// The demands of the schema beyond those of single keys.
    package private(set) var constraints: JSONObject = [:]
    /// The part of the manual that begins with the next key.
    private var part: (title: String, text: String)?

    init(_ type: any Mapping.Type) {
        text = type.about
        var keys = Keys(.describing(self), type)
        _ = type.read(&keys)
    }

    /// The name of the mapping in the schema's definitions.
    package var name: String { text.name }
    /// The title of the mapping's section in the manual.
    package var title: String { text.title }
    /// The meaning of the mapping, in one paragraph.
    package var summary: String { text.summary }
    /// Further paragraphs of the manual, in Markdown.
    package var manual: String { text.manual }
    /// Keys of later versions.
    package var later: [String] { text.later }
    /// The names of the keys.
    package var known: [String] { keys.map(\.name) }

    func add(_ key: KeyDescription) {
        keys.append(key)
        keys[keys.count - 1].part = part
        part = nil
    }

    /// Says what the last key means.
    func explain(_ words: String, _ example: String, _ limits: String?) {
        keys[keys.count - 1].words = words
        keys[keys.count - 1].example = example
        if let limits { keys[keys.count - 1].limits = limits }
    }

    func add(_ constraints: JSONObject) { self.constraints = self.constraints.merged(constraints) }

    func begin(part title: String, _ text: String) { part = (title, text) }

    /// All kinds of mapping: the file, then what its values refer to, then what those refer to.
    package static var all: [MappingDescription] {
        var found: [MappingDescription] = []
        var names: Set<String> = []
        var pending: [any Mapping.Type] = [Configuration.self]
        while !pending.isEmpty {
            let type = pending.removeFirst()
            guard names.insert(type.about.name).inserted else { continue }
            let mapping = MappingDescription(type)
            found.append(mapping)
            pending += mapping.keys.flatMap(\.type.mappings)
        }
        return found
    }

    /// The definitions of the schema that are no mappings, by name.
    package static var definitions: [String: JSON] {
        let types = all.flatMap { $0.keys.map(\.type) }
        return Dictionary(types.flatMap(\.definitions)) { first, _ in first }
    }
}

/// A key of a mapping.
package struct KeyDescription {
    /// The need for a key in a mapping.
    package enum Need {
        case none
        case required
        /// The mapping has exactly one of several keys, of which this is one.
        case alternative
    }

    /// The key.
    package let name: String
    /// The type of its value.
    package let type: KeyType
    /// The value that the mapping has without it, in words or as code; `nil` if nothing follows.
    package let usual: String?
    /// The need for it in a mapping.
    package let need: Need
    /// The mappings that cannot have it, and why.
    package fileprivate(set) var limits: String?
    /// The meaning of the key.
    package fileprivate(set) var words = ""
    /// A value as a file has it.
    package fileprivate(set) var example = ""
    /// The title of the part of the manual that begins with it, and its text.
    package fileprivate(set) var part: (title: String, text: String)?
}

extension JSONObject {
    /// The object with the members of another one, which replace its own; where both have an
    /// object, these are merged.
    fileprivate func merged(_ other: JSONObject) -> JSONObject {
        let own = map { (key, value) -> (String, JSON) in
            guard case .object(let first) = value, case .object(let second)? = other[key] else {
                return (key, other[key] ?? value)
            }
            return (key, .object(first.merged(second)))
        }
        return JSONObject(own + other.filter { self[$0.key] == nil }.map { ($0.key, $0.value) })
    }
}
