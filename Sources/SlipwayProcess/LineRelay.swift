internal import Slipway

/// Relays a child's standard error: passes on whole lines, so that children do not interrupt each
/// other's lines, and remembers the last one.
struct LineRelay {
    /// A line longer than this, in bytes, is passed on in pieces.
    private static let pieceLimit = 4096
    /// How much of the last line is kept, in bytes.
    private static let keptLimit = 200

    private var unfinished: [UInt8] = []
    private var last: [UInt8] = []
    /// Whether `last` belongs to a line that has not ended yet.
    private var isInsideLine = false

    /// Takes the next bytes; returns the bytes to pass on now.
    mutating func take(_ bytes: some Collection<UInt8>) -> [UInt8] {
        for byte in bytes { note(byte) }
        unfinished.append(contentsOf: bytes)
        let end = unfinished.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let length = unfinished.count - end > Self.pieceLimit ? unfinished.count : end
        defer { unfinished.removeFirst(length) }
        return Array(unfinished.prefix(length))
    }

    /// The rest to pass on at the end: an unfinished line gets a line end.
    mutating func finish() -> [UInt8] {
        defer { unfinished = [] }
        return unfinished.isEmpty ? [] : unfinished + [UInt8(ascii: "\n")]
    }

    /// The last line that is not blank, made safe to print; `nil` if there was none.
    var lastLine: String? {
        guard !last.isEmpty else { return nil }
        let line = String(decoding: last.prefix(Self.keptLimit), as: UTF8.self).printable
        return last.count > Self.keptLimit ? line + "…" : line
    }

    private mutating func note(_ byte: UInt8) {
        let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 0x0D
        if byte == UInt8(ascii: "\n") {
            isInsideLine = false
        } else if isInsideLine {
            if last.count <= Self.keptLimit { last.append(byte) }
        } else if !isBlank {
            // A blank line does not replace the last line.
            isInsideLine = true
            last = [byte]
        }
    }
}
