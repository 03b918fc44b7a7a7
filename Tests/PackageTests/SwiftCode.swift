/// Swift source without its comments and the words of its strings; what a string interpolates stays.
struct SwiftCode {
    /// The rest, with the lines of the source as far as they are code.
    var text: String { String(decoding: code, as: UTF8.self) }

    private let source: [UInt8]
    private var place = 0
    private var code: [UInt8] = []

    init(_ source: String) {
        self.source = Array(source.utf8)
        while place < self.source.count { readCode() }
    }

    /// Reads up to the end, or to the parenthesis that closes an interpolation.
    private mutating func readCode() {
        var depth = 0
        while place < source.count {
            if isNext("//") {
                while place < source.count, source[place] != UInt8(ascii: "\n") { place += 1 }
            } else if isNext("/*") {
                skipComment()
            } else if let quotes = openingQuotes {
                readString(quotes)
            } else {
                let byte = source[place]
                code.append(byte)
                place += 1
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                if depth < 0 { return }
            }
        }
    }

    /// Comments can be nested.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if isNext("/*") { depth += 1 }
            if isNext("*/") { depth -= 1 }
            place += isNext("/*") || isNext("*/") ? 2 : 1
        } while depth > 0 && place < source.count
    }

    /// The beginning of a string here, if one begins: so many `#`, and one `"` or three.
    private var openingQuotes: (hashes: Int, quotes: Int)? {
        let hashes = source[place...].prefix { $0 == UInt8(ascii: "#") }.count
        let quotes = source[(place + hashes)...].prefix(3).prefix { $0 == UInt8(ascii: "\"") }.count
        guard quotes > 0 else { return nil }
        return (hashes, quotes == 3 ? 3 : 1)
    }

    private mutating func readString(_ opening: (hashes: Int, quotes: Int)) {
        let hashes = String(repeating: "#", count: opening.hashes)
        let closing = String(repeating: "\"", count: opening.quotes) + hashes
        let escape = "\\" + hashes
        place += closing.utf8.count
        while place < source.count, !isNext(closing) {
            if isNext(escape + "(") {
                place += escape.utf8.count + 1
                code += Array(" (".utf8)
                readCode()
            } else {
                place += isNext(escape) ? escape.utf8.count + 1 : 1
            }
        }
        place += closing.utf8.count
        code.append(UInt8(ascii: " "))
    }

    private func isNext(_ text: String) -> Bool {
        place < source.count && source[place...].starts(with: text.utf8)
    }
}
