internal import Slipway

/// A value of the file under its key.
struct Field {
    /// The key; empty for an item of a list, and for the file itself.
    var name = ""
    /// The key's dotted path.
    var path: String
    /// The position of the key; for an item of a list, of the value.
    var keyOrigin: Origin
    var node: ConfigurationNode

    var isMapping: Bool {
        if case .mapping = node.content { true } else { false }
    }
}

/// A mapping of the file whose keys have been checked.
struct Section {
    /// The mapping's own path.
    let path: String
    /// The position of its key, for faults about something that is missing.
    let origin: Origin
    /// In the order of the file.
    let entries: [ConfigurationNode.Entry]

    subscript(key: String) -> Field? {
        entries.firstIndex { $0.key == key }.map(field)
    }

    /// Every key with its value, in the order of the file.
    var fields: [Field] { entries.indices.map(field) }

    /// The key and the value of an entry.
    func field(_ index: Int) -> Field {
        let entry = entries[index]
        return Field(
            name: entry.key,
            path: KeyPath.joined(path, entry.key),
            keyOrigin: entry.keyOrigin,
            node: entry.value
        )
    }
}
