internal import SlipwayJSON

/// A place in a text of JSON, with its line and its column in Unicode scalars.
struct JSONCursor {
    private let bytes: [UInt8]
    private var index = 0
    private(set) var line = 1
    private(set) var column = 1

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next byte; `nil` at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func advance() {
        guard let next else { return }
        index += 1
        if next == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if next & 0xc0 != 0x80 {
            column += 1
        }
    }

    /// Takes a byte, if it is the next one.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        advance()
        return true
    }

    mutating func skipSpace() {
        while let next, " \t\r\n".utf8.contains(next) { advance() }
    }

    /// Takes a number, `true`, `false` or `null`; `nil` for anything else.
    mutating func takeWord() -> String? {
        let start = index
        while let next, !" \t\r\n,]}".utf8.contains(next) { advance() }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        // The text stays as it is: the decoder decides what a number may be.
        return Self.isWord(text) ? text : nil
    }

    private static func isWord(_ text: String) -> Bool {
        if ["true", "false", "null"].contains(text) { return true }
        var rest = text.utf8[...]
        func digits(_ rest: inout Substring.UTF8View) -> Int {
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let isZero = rest.first == UInt8(ascii: "0")
        let whole = digits(&rest)
        guard whole > 0, !isZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits(&rest) > 0 else { return false }
        }
        if let first = rest.first, "eE".utf8.contains(first) {
            rest = rest.dropFirst()
            if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// Takes a string; `nil` if it is none.
    ///
    /// - Returns: The text, and whether the file has it without escapes.
    mutating func takeString() -> (text: String, isVerbatim: Bool)? {
        let start = index
        var isVerbatim = true
        advance()
        while let next, next != UInt8(ascii: "\"") {
            if next == UInt8(ascii: "\\") {
                isVerbatim = false
                advance()
            }
            advance()
        }
        guard take("\"") else { return nil }
        // The reader of JSON knows the escapes.
        guard case .string(let text) = try? JSON(parsing: Array(bytes[start..<index])) else {
            return nil
        }
        return (text, isVerbatim)
    }
}
