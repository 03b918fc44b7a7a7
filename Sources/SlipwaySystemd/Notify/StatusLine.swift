/// What `STATUS=` can hold: one line of bounded length, without control characters.
enum StatusLine {
    /// The longest line in bytes: what an operator reads at a glance, and far below the 4096
    /// bytes beyond which systemd drops a whole message.
    static let maximumLength = 200

    /// `text` as one line: runs of white space and control characters become a space, and what is
    /// too long ends in `…`, cut between characters.
    ///
    /// Looks at no more of a long text than it keeps.
    static func sanitized(_ text: String) -> String {
        let ellipsis = "…"
        var line: [UInt8] = []
        // How much of the line leaves room for the ellipsis.
        var roomy = 0
        var isSpacePending = false
        for scalar in text.unicodeScalars {
            if scalar.isBlank {
                isSpacePending = !line.isEmpty
                continue
            }
            let added = (isSpacePending ? 1 : 0) + UTF8.width(scalar)
            guard line.count + added <= maximumLength else {
                return String(decoding: line.prefix(roomy), as: UTF8.self) + ellipsis
            }
            if isSpacePending { line.append(UInt8(ascii: " ")) }
            line += UTF8.encode(scalar).map(Array.init) ?? []
            isSpacePending = false
            if line.count <= maximumLength - ellipsis.utf8.count { roomy = line.count }
        }
        return String(decoding: line, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// White space, or something that could move a cursor or end a line.
    var isBlank: Bool {
        switch properties.generalCategory {
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
