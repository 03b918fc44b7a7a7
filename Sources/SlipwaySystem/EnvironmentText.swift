/// The variables of a text as systemd's `EnvironmentFile=` takes it: `NAME=value` lines, with quotes,
/// comments and continued lines; nothing is filled in.
package struct EnvironmentText: Hashable, Sendable {
    /// A place that cannot be read; what stands there may be secret, and is not told.
    package struct Fault: Error, Hashable, CustomStringConvertible {
        /// The line, from 1.
        package let line: Int
        /// The reason, as a predicate.
        package let reason: String

        /// `line 3: is no NAME=value`.
        package var description: String { "line \(line): \(reason)" }
    }

    /// The variables; of one that is set twice the last counts.
    package private(set) var variables: [String: String] = [:]
    /// The first line that sets no variable, over which systemd passes.
    package private(set) var stray: Fault?

    /// Reads a text.
    ///
    /// - Throws: A variable that is not UTF-8, or has a zero byte: systemd refuses the file.
    package init(parsing bytes: some Sequence<UInt8>) throws(Fault) {
        var reader = EnvironmentFileReader()
        for byte in bytes {
            guard byte != 0 else { throw Fault(line: reader.line, reason: "has a zero byte") }
            reader.take(byte)
        }
        reader.end()
        for entry in reader.entries {
            guard let value = entry.value else {
                noteStray(entry.line)
                continue
            }
            guard let name = String(validating: entry.name, as: UTF8.self),
                let value = String(validating: value, as: UTF8.self)
            else { throw Fault(line: entry.line, reason: "is not UTF-8") }
            if Self.isName(name) { variables[name] = value } else { noteStray(entry.line) }
        }
    }

    private mutating func noteStray(_ line: Int) {
        stray = stray ?? Fault(line: line, reason: "is no NAME=value")
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 95: true
            default: false
            }
        }
    }
}
