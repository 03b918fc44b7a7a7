extension String {
    /// Cuts a text that is too long.
    ///
    /// - Parameter limit: In bytes of UTF-8; at least 3.
    /// - Returns: The text, or as much of its beginning as fits, followed by `…`.
    package func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let mark = "…"
        return String(self[..<boundary(limit - mark.utf8.count)]) + mark
    }

    /// Cuts a text that is too long, and says by how much.
    ///
    /// - Parameter limit: In bytes of UTF-8; at least 64.
    /// - Returns: The text, or as much of its beginning as fits, followed by `… (7000 more bytes)`.
    package func cutSayingSo(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        // Room for the words with any number.
        let end = boundary(limit - 40)
        return String(self[..<end]) + "… (\(utf8.distance(from: end, to: endIndex)) more bytes)"
    }

    /// The last position at or before an offset, in bytes, that splits no character's code.
    private func boundary(_ offset: Int) -> Index {
        var end = utf8.index(startIndex, offsetBy: offset)
        while UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return end
    }
}
