/// A text that is compared byte by byte.
///
/// Swift takes `é` for the same text as `e` with an accent behind it. A key, and the name of a flag
/// or of a file, is what was written: two spellings are two texts.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    // The text's own hash will do, though it is made for more: equal bytes have equal hashes.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ExactText: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}
