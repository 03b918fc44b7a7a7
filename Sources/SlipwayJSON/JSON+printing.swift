extension JSON {
    /// The shortest text: no white space, members in their order.
    package var compact: String { String(decoding: bytes, as: UTF8.self) }

    /// ``compact`` as UTF-8.
    package var bytes: [UInt8] {
        var text: [UInt8] = []
        write(into: &text)
        return text
    }

    /// Indented text: two spaces per level, one member or element per line, no line end at the end.
    package var pretty: String {
        var text: [UInt8] = []
        write(into: &text, indentation: 0)
        return String(decoding: text, as: UTF8.self)
    }

    /// ``compact`` or ``pretty``, with the characters escaped that are unfit where the text is
    /// shown.
    ///
    /// - Parameters:
    ///   - isCompact: Whether it is on one line; otherwise it is indented.
    ///   - isUnfit: Tells whether a character is to be written as an escape, such as `\u009b`;
    ///     never true for a character from 0x10000 on.
    /// - Returns: The text, without a line end behind it.
    package func text(isCompact: Bool, escaping isUnfit: (Unicode.Scalar) -> Bool) -> String {
        let plain = isCompact ? compact : pretty
        // Line ends stand between the values of a text, and never in a string.
        func isFit(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || !isUnfit(scalar) }
        guard !plain.unicodeScalars.allSatisfy(isFit) else { return plain }
        var text = String.UnicodeScalarView()
        for scalar in plain.unicodeScalars {
            if isFit(scalar) {
                text.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16)
                let zeros = String(repeating: "0", count: max(4 - digits.count, 0))
                text.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
            }
        }
        return String(text)
    }

    /// Appends ``compact``.
    package func write(into text: inout [UInt8]) { write(into: &text, indentation: nil) }

    /// `indentation` is the level of the line on which the value begins; `nil` for compact text.
    private func write(into text: inout [UInt8], indentation: Int?) {
        switch self {
        case .null: text.append(contentsOf: "null".utf8)
        case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): text.append(contentsOf: value.description.utf8)
        case .number(let value):
            text.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        case .decimal(let digits): text.append(contentsOf: digits.utf8)
        case .string(let value): Self.write(value, into: &text)
        case .array(let elements):
            Self.list(elements, "[", "]", into: &text, indentation) { element, text, level in
                element.write(into: &text, indentation: level)
            }
        case .object(let object):
            Self.list(object, "{", "}", into: &text, indentation) { member, text, level in
                Self.write(member.key, into: &text)
                text.append(UInt8(ascii: ":"))
                if level != nil { text.append(UInt8(ascii: " ")) }
                member.value.write(into: &text, indentation: level)
            }
        }
    }

    private static func list<Items: Collection>(
        _ items: Items,
        _ open: Unicode.Scalar,
        _ close: Unicode.Scalar,
        into text: inout [UInt8],
        _ indentation: Int?,
        item write: (Items.Element, inout [UInt8], Int?) -> Void
    ) {
        let inner = indentation.map { $0 + 1 }
        text.append(UInt8(ascii: open))
        var isFirst = true
        for item in items {
            if !isFirst { text.append(UInt8(ascii: ",")) }
            isFirst = false
            breakLine(inner, into: &text)
            write(item, &text, inner)
        }
        if !isFirst { breakLine(indentation, into: &text) }
        text.append(UInt8(ascii: close))
    }

    private static func breakLine(_ indentation: Int?, into text: inout [UInt8]) {
        guard let indentation else { return }
        text.append(0x0A)
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indentation))
    }

    private static func write(_ string: String, into text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { bytes in
            var plain = 0
            for (index, byte) in bytes.enumerated()
            where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                text.append(contentsOf: bytes[plain..<index])
                escape(byte, into: &text)
                plain = index + 1
            }
            text.append(contentsOf: bytes[plain...])
        }
        text.append(UInt8(ascii: "\""))
    }

    private static func escape(_ byte: UInt8, into text: inout [UInt8]) {
        switch byte {
        case 0x0A: text.append(contentsOf: #"\n"#.utf8)
        case 0x09: text.append(contentsOf: #"\t"#.utf8)
        case 0x0D: text.append(contentsOf: #"\r"#.utf8)
        case 0x22, 0x5C: text.append(contentsOf: [0x5C, byte])
        default:
            text.append(contentsOf: byte < 0x10 ? #"\u000"#.utf8 : #"\u00"#.utf8)
            text.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}

extension JSON: CustomStringConvertible {
    /// The text of ``compact``.
    package var description: String { compact }
}
