internal import Slipway

/// The form of children's lines on a terminal: the name in a column and a colour of its own, then the text, in
/// the colour of its priority.
///
/// Control characters, which could steer the terminal, are escaped.
struct TerminalLines: Sendable {
    /// The widest column of names; longer names are cut.
    private static let widest = 24
    private static let leastWidth = 4

    let isColourful: Bool
    private var width = leastWidth
    private var inks: [String: Ink] = [:]

    init(isColourful: Bool) { self.isColourful = isColourful }

    /// Makes room for names, and gives them colours, before any of them writes.
    mutating func expect(_ names: some Sequence<String>) {
        for name in names { _ = ink(of: name) }
    }

    /// The line with its end.
    mutating func line(_ line: ArraySlice<UInt8>, of name: String) -> [UInt8] {
        let (priority, text) = LinePriority.split(line)
        let parts = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        let safe = parts.map { String(decoding: $0, as: UTF8.self).printable }
            .joined(separator: "\t")
        let ink = ink(of: name)
        let column = column(name)
        guard isColourful else { return Array("\(column) | \(safe)\n".utf8) }
        return Array("\(ink.on(column + " |")) \(Self.ink(of: priority)?.on(safe) ?? safe)\n".utf8)
    }

    private func column(_ name: String) -> String {
        let name = name.printable
        let cut = name.count > width ? name.prefix(width - 1) + "…" : name[...]
        return cut + String(repeating: " ", count: max(width - cut.count, 0))
    }

    private mutating func ink(of name: String) -> Ink {
        if let ink = inks[name] { return ink }
        // The colours repeat; of more than `mostNames` names no further one is remembered.
        let ink = Ink.distinct[inks.count % Ink.distinct.count]
        if inks.count < Self.mostNames { inks[name] = ink }
        width = min(max(width, name.printable.count), Self.widest)
        return ink
    }

    private static let mostNames = 10_000

    private static func ink(of priority: UInt8) -> Ink? {
        switch priority {
        case ...3: .bad
        case 4: .busy
        case 5: .title
        case 7: .faint
        default: nil
        }
    }
}
