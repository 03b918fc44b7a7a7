/// Dotted paths of keys, as faults show them.
package enum KeyPath {
    /// `operations` and `user-data` give `operations.user-data`.
    package static func joined(_ path: String, _ key: String) -> String {
        let shown = Quoting.shown(key)
        return path.isEmpty ? shown : "\(path).\(shown)"
    }
}
