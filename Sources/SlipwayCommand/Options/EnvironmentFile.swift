internal import Glibc
internal import SlipwaySystem

/// A file of variables as systemd's `EnvironmentFile=` takes it.
enum EnvironmentFile {
    /// What systemd sets itself for an instance of `slipway@.service`; not known before it runs.
    private static let ofSystemd = [
        "HOME", "USER", "LOGNAME", "SHELL", "LANG", "INVOCATION_ID", "STATE_DIRECTORY",
        "CACHE_DIRECTORY", "RUNTIME_DIRECTORY",
    ]

    /// The variables of a file, and those that systemd adds; blocks.
    static func variables(path: String) throws(CommandFailure) -> [String: String] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .cannot("cannot read '\(path)': \(ErrorNumber.current)")
        }
        defer { close(descriptor) }
        let bytes = try Input(descriptor: descriptor, name: "'\(path)'").bytes(limit: 1 << 20)
        return variables(of: String(decoding: bytes, as: UTF8.self))
    }

    /// `NAME=value` lines, without those that begin with `#` or `;`; a value may be in quotes, and
    /// a line that ends with `\` goes on in the next one.
    static func variables(of text: String) -> [String: String] {
        var variables = Dictionary(uniqueKeysWithValues: ofSystemd.map { ($0, "") })
        variables["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"
        for line in text.replacing("\\\n", with: "").split(separator: "\n") {
            let line = trimmed(line)
            guard let mark = line.firstIndex(of: "="), !line.hasPrefix("#"), !line.hasPrefix(";")
            else { continue }
            let name = String(trimmed(line[..<mark]))
            variables[name] = unquoted(trimmed(line[line.index(after: mark)...]))
        }
        return variables
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...last]
    }

    private static func unquoted(_ value: Substring) -> String {
        guard let first = value.first, first == "\"" || first == "'", value.count > 1,
            value.last == first
        else { return String(value) }
        return String(value.dropFirst().dropLast())
    }
}
