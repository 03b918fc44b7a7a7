/// The format of `STATUS=`: one line of bounded length, without control characters.
enum StatusLine {
    /// The longest line in bytes: short enough to read at a glance, and far below the 4096 bytes
    /// beyond which systemd drops a whole message.
    static let maximumLength = 200

    /// `text` as one line: runs of white space and control characters become a space, and a long
    /// text is cut between characters and ends in `…`.
    ///
    /// No more of a long text is read than the line has room for.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The longest line in bytes.
    /// - Returns: The line.
    static func sanitized(_ text: String, upTo limit: Int = maximumLength) -> String {
        let ellipsis = "…"
        var line: [UInt8] = []
        // The length up to which the ellipsis still fits.
        var roomy = 0
        var isSpacePending = false
        for scalar in text.unicodeScalars {
            if scalar.isBlank {
                isSpacePending = !line.isEmpty
                continue
            }
            let added = (isSpacePending ? 1 : 0) + UTF8.width(scalar)
            guard line.count + added <= limit else {
                return String(decoding: line.prefix(roomy), as: UTF8.self) + ellipsis
            }
            if isSpacePending { line.append(UInt8(ascii: " ")) }
            line += UTF8.encode(scalar).map(Array.init) ?? []
            isSpacePending = false
            if line.count <= limit - ellipsis.utf8.count { roomy = line.count }
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Tells whether a text is longer than a line.
    static func isCut(_ text: String) -> Bool { text.utf8.count > maximumLength }

    /// A line of a text and what follows it: the text is cut if it is too long, `end` is not.
    static func joined(_ text: String, _ end: String) -> String {
        // Names have limits of their own: with the longest ones there still is room for some of the
        // text.
        let room = max(maximumLength - end.utf8.count, maximumLength / 3)
        return sanitized(text, upTo: room) + end
    }
}

extension Unicode.Scalar {
    /// White space, or a character that could move a cursor or end a line.
    var isBlank: Bool {
        switch properties.generalCategory {
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
