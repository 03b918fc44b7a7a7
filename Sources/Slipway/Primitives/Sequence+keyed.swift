extension Sequence {
    /// The elements by their keys; of several with the same key the first one counts.
    package func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
        map { (key($0), $0) }.keyed()
    }

    /// The pairs of keys and values as a dictionary; of several with the same key the first one counts.
    package func keyed<Key: Hashable, Value>() -> [Key: Value] where Element == (Key, Value) {
        Dictionary(self, uniquingKeysWith: { first, _ in first })
    }
}
