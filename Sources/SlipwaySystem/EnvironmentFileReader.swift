/// Reads a file of variables byte by byte, as systemd 252 does (`parse_env_file_internal`).
struct EnvironmentFileReader {
    private enum State {
        case beforeName, name, beforeValue, value, escape
        case singleQuotes, doubleQuotes, escapeInQuotes
        case comment, escapeInComment
    }

    /// The entries in order, each with the line in which it begins; a line that has no `=` is one
    /// without a value.
    private(set) var entries: [(name: [UInt8], value: [UInt8]?, line: Int)] = []
    /// The line of the next byte, from 1.
    private(set) var line = 1

    private var state = State.beforeName
    private var name: [UInt8] = []
    private var value: [UInt8] = []
    private var start = 1
    /// The length of ``value`` without the blanks at its end.
    private var kept = 0

    mutating func take(_ byte: UInt8) {
        defer { if byte == UInt8(ascii: "\n") { line += 1 } }
        let isNewline = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        let isBlank = isNewline || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        switch state {
        case .beforeName:
            if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
                state = .comment
            } else if !isBlank {
                state = .name
                name = [byte]
                start = line
            }
        case .name:
            if isNewline {
                end()
            } else if byte == UInt8(ascii: "=") {
                state = .beforeValue
            } else {
                name.append(byte)
            }
        case .beforeValue:
            switch byte {
            case _ where isNewline: end()
            case UInt8(ascii: "'"): state = .singleQuotes
            case UInt8(ascii: "\""): state = .doubleQuotes
            case UInt8(ascii: "\\"): state = .escape
            default: if !isBlank { keep(byte) }
            }
        case .value:
            switch byte {
            case _ where isNewline: end()
            case UInt8(ascii: "\\"):
                kept = value.count
                state = .escape
            case _ where isBlank: value.append(byte)
            default: keep(byte)
            }
        case .escape:
            if isNewline { state = .value } else { keep(byte) }
        case .singleQuotes:
            if byte == UInt8(ascii: "'") { state = .beforeValue } else { keep(byte, in: state) }
        case .doubleQuotes:
            switch byte {
            case UInt8(ascii: "\""): state = .beforeValue
            case UInt8(ascii: "\\"): state = .escapeInQuotes
            default: keep(byte, in: state)
            }
        case .escapeInQuotes:
            let isEscaped = "\"\\`$".utf8.contains(byte)
            if !isEscaped, byte != UInt8(ascii: "\n") { value.append(UInt8(ascii: "\\")) }
            if byte == UInt8(ascii: "\n") {
                state = .doubleQuotes
            } else {
                keep(byte, in: .doubleQuotes)
            }
        case .comment:
            if isNewline { state = .beforeName }
            if byte == UInt8(ascii: "\\") { state = .escapeInComment }
        case .escapeInComment: state = .comment
        }
    }

    private mutating func keep(_ byte: UInt8, in next: State = .value) {
        value.append(byte)
        kept = value.count
        state = next
    }

    /// Ends a variable, or the file.
    mutating func end() {
        switch state {
        case .beforeValue, .value, .escape, .singleQuotes, .doubleQuotes, .escapeInQuotes:
            while let last = name.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
                name.removeLast()
            }
            entries.append((name, Array(value[..<kept]), start))
        case .name: entries.append((name, nil, start))
        case .beforeName, .comment, .escapeInComment: break
        }
        state = .beforeName
        name = []
        value = []
        kept = 0
    }
}
