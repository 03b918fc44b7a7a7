internal import Slipway

/// A value of the file under its key.
struct Field {
    /// The key's dotted path.
    var path: String
    /// The position of the key; for an item of a list, of the value.
    var keyOrigin: Origin
    var node: ConfigurationNode
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
        entries.first { $0.key == key }.map(field)
    }

    /// Every key with its value, in the order of the file.
    var fields: [(key: String, field: Field)] { entries.map { ($0.key, field($0)) } }

    private func field(_ entry: ConfigurationNode.Entry) -> Field {
        Field(
            path: KeyPath.joined(path, entry.key),
            keyOrigin: entry.keyOrigin,
            node: entry.value
        )
    }
}
