/// A unit of systemd as its files say it: see systemd.syntax(7).
///
/// Only what the files say is read, by key and in order; what becomes of a key is in ``UnitFate``.
struct UnitFile: Hashable {
    /// One line `KEY=VALUE`, with the lines that go on from it.
    struct Assignment: Hashable {
        let section: String
        let key: String
        let value: String

        var text: String { "\(key)=\(value)" }
    }

    /// The section of a service, and that of every unit.
    static let (service, unit) = ("Service", "Unit")

    /// The assignments, in the order of the files.
    let assignments: [Assignment]
    /// The names of the sections.
    let sections: Set<String>

    /// Reads the text of the unit, and of its drop-ins in their order.
    init(_ texts: [String]) {
        let lines = texts.map(Self.lines)
        assignments = lines.flatMap(Self.assignments)
        sections = Set(lines.joined().compactMap(Self.section))
    }

    /// The values of a key that may be given several times; an empty value drops those before it.
    func values(_ key: String, in section: String = service) -> [String] {
        var values: [String] = []
        for assignment in assignments where assignment.key == key && assignment.section == section {
            if assignment.value.isEmpty { values = [] } else { values.append(assignment.value) }
        }
        return values
    }

    /// The last value of the first of some keys that is given; `nil` if none is given.
    func value(_ keys: String..., in section: String = service) -> String? {
        keys.lazy.compactMap { values($0, in: section).last }.first
    }

    /// The name of the section that a line begins.
    private static func section(_ line: String) -> String? {
        line.hasPrefix("[") && line.hasSuffix("]") ? String(line.dropFirst().dropLast()) : nil
    }

    private static func assignments(_ lines: [String]) -> [Assignment] {
        var found: [Assignment] = []
        var section = ""
        for line in lines {
            if let name = Self.section(line) {
                section = name
            } else if let mark = line.firstIndex(of: "=") {
                let (key, value) = (line[..<mark], line[line.index(after: mark)...])
                found.append(Assignment(section: section, key: key.trimmed, value: value.trimmed))
            }
        }
        return found
    }

    /// The lines without comments; a backslash at the end joins the next one, with a blank.
    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var begun = ""
        for line in text.textLines {
            let trimmed = line.trimmed
            // A comment within a value that goes on is no part of it.
            if trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
            if line.hasSuffix("\\") {
                begun += line.dropLast() + " "
            } else {
                lines.append((begun + line).trimmed)
                begun = ""
            }
        }
        return lines + (begun.isEmpty ? [] : [begun.trimmed])
    }
}

extension StringProtocol {
    /// The lines, also of a file of Windows: a carriage return before the newline, which is one
    /// character with it, ends the line as well.
    var textLines: [SubSequence] {
        split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// The text without leading and trailing blanks.
    var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        var text = String(start)
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
