/// The largest lengths of texts in records, in bytes of UTF-8.
///
/// A longer text from a client is refused; a longer text of the service is cut.
package enum TextLimit {
    /// A requested name: of an operation, an action, a kind or a queue.
    package static let name = 256
    /// An idempotency key.
    package static let key = 256
    /// The reason of a request.
    package static let reason = 1024
    /// A failure or a detail, in one line.
    package static let message = 1024
}

extension String {
    /// Cuts a text that is too long.
    ///
    /// - Parameter limit: In bytes of UTF-8; at least 3.
    /// - Returns: The text, or as much of its beginning as fits with `…` at its end.
    package func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let mark = "…"
        var end = utf8.index(startIndex, offsetBy: limit - mark.utf8.count)
        while UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(self[..<end]) + mark
    }
}
