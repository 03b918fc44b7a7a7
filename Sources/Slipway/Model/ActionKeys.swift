/// The keys of one action: the texts by which it is told apart from others of its kind, byte by byte.
///
/// Each text begins with the name of its key, so that the text of one key is never taken for that
/// of another: a reload may declare another key while actions wait.
package struct ActionKeys: Hashable, Sendable {
    /// Actions with the same text run one after another, in the order in which they were accepted.
    package var order: ExactText?
    /// Of the actions with the same text, one is open at a time.
    package var unique: ExactText?
    /// Of the waiting actions with the same text, the latest runs.
    package var coalescing: ExactText?

    /// Creates keys from their texts, which begin with the names of the keys.
    package init(order: String? = nil, unique: String? = nil, coalescing: String? = nil) {
        self.order = order.map { ExactText($0) }
        self.unique = unique.map { ExactText($0) }
        self.coalescing = coalescing.map { ExactText($0) }
    }

    /// There is no key.
    package var isEmpty: Bool { order == nil && unique == nil && coalescing == nil }
}

/// The names of the keys that a kind declares; `nil` for those that it does not.
package struct ActionKeyNames: Hashable, Sendable {
    package var order: String?
    package var unique: String?
    package var coalescing: String?

    /// Creates names.
    package init(order: String? = nil, unique: String? = nil, coalescing: String? = nil) {
        self.order = order
        self.unique = unique
        self.coalescing = coalescing
    }

    var isEmpty: Bool { order == nil && unique == nil && coalescing == nil }

    /// The text of a key with its name.
    static func text(_ name: String, _ value: String) -> String { "\(name)=\(value)" }
}
