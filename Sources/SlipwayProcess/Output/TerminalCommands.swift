/// Colours, and other commands to a terminal, in what a program writes (ECMA-48).
enum TerminalCommands {
    private static let escape: UInt8 = 0x1B
    private static let bell: UInt8 = 0x07

    /// The bytes without the commands in them, also without one that is cut off at the end.
    static func removed(from bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = bytes.firstIndex(of: escape) else { return bytes }
        var text = Array(bytes[..<first])
        var rest = bytes[first...]
        while let byte = rest.popFirst() {
            if byte == escape { skip(&rest) } else { text.append(byte) }
        }
        return text[...]
    }

    /// The text that a terminal shows in a line: without commands, and without what a carriage return has it write over.
    static func shown(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = removed(from: line)
        while line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard let start = line.lastIndex(of: UInt8(ascii: "\r")) else { return line }
        return line[(start + 1)...]
    }

    /// Skips a command, of which the escape is gone already.
    private static func skip(_ rest: inout ArraySlice<UInt8>) {
        guard let kind = rest.popFirst() else { return }
        switch kind {
        case UInt8(ascii: "["):
            rest = rest.drop { 0x20...0x3F ~= $0 }
            rest = rest.dropFirst()
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            skipText(&rest)
        case 0x20...0x2F:
            rest = rest.drop { 0x20...0x2F ~= $0 }
            rest = rest.dropFirst()
        default: return
        }
    }

    /// Skips the text of a command, such as the address of a link, with its end: BEL, or ESC and a backslash.
    private static func skipText(_ rest: inout ArraySlice<UInt8>) {
        while let byte = rest.popFirst() {
            if byte == bell { return }
            guard byte == escape else { continue }
            if rest.first == UInt8(ascii: "\\") { rest = rest.dropFirst() }
            return
        }
    }
}
