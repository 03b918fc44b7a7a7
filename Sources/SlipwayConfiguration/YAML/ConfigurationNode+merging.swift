extension ConfigurationNode {
    /// Merges a drop-in into this node: mappings deeply by key; any other value replaces the old
    /// one; null removes the key.
    ///
    /// New keys come last, in the drop-in's order.
    func merging(_ other: ConfigurationNode) -> ConfigurationNode {
        guard case .mapping(var entries) = content, case .mapping(let additions) = other.content
        else { return other.withoutNulls }
        var index = Dictionary(
            uniqueKeysWithValues: entries.enumerated().map { ($1.key, $0) }
        )
        for addition in additions {
            guard let place = index[addition.key] else {
                index[addition.key] = entries.count
                entries.append(addition)
                entries[entries.count - 1].value = addition.value.withoutNulls
                continue
            }
            if addition.value.mergesInto(entries[place].value) {
                entries[place].value = entries[place].value.merging(addition.value)
            } else {
                entries[place] = addition
                entries[place].value = addition.value.withoutNulls
            }
        }
        let removed = Set(additions.lazy.filter(\.value.isNull).map(\.key))
        entries.removeAll { removed.contains($0.key) }
        return ConfigurationNode(content: .mapping(entries), origin: origin)
    }

    private func mergesInto(_ base: ConfigurationNode) -> Bool {
        guard case .mapping = content, case .mapping = base.content else { return false }
        return true
    }

    /// The node without null keys, for mappings that the drop-in adds.
    private var withoutNulls: ConfigurationNode {
        guard case .mapping(let entries) = content else { return self }
        let kept = entries.filter { !$0.value.isNull }.map { entry in
            Entry(key: entry.key, keyOrigin: entry.keyOrigin, value: entry.value.withoutNulls)
        }
        return ConfigurationNode(content: .mapping(kept), origin: origin)
    }
}
