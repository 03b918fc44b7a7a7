internal import Slipway

/// A list is passed to its program as it is: an argument that only a shell understands is likely a
/// mistake.
extension ConfigurationDecoder {
    /// Warns of operators, variables and home directories as shells write them.
    func warnOfShellWords(_ fields: [Field], _ command: [Template]) {
        let text = ProgramText(in: command)
        var before: [String] = []
        for (index, field) in fields.enumerated() {
            guard case .scalar(let scalar) = field.node.content else { continue }
            defer { before.append(scalar.text) }
            guard index > 0, index != text?.index,
                let reason = ShellWord(scalar.text)?.reason(after: before)
            else { continue }
            warnings.append(
                ConfigurationFault(at: field.node.origin, key: field.path, reason: reason)
            )
        }
    }
}

/// An argument that means something else to a shell.
private enum ShellWord {
    /// A pipe, a redirection, or a separator of two commands.
    case command(String)
    /// A variable; its name and what is written.
    case variable(name: String, String)
    /// The output of a command.
    case substitution(String)
    /// The user's home directory.
    case home(String)

    private static let operators: Set = [
        "&", "&&", "|", "||", "|&", ";", ">", ">>", "<", "<<", "&>", "2>", "2>>", "2>&1", "1>&2",
        ">&2",
    ]
    private static let redirections = [">/", ">>/", "2>/", "2>>/", "&>/", "</"]

    /// Recognises an argument that a shell would interpret; `nil` for an ordinary one.
    init?(_ text: String) {
        if Self.operators.contains(text) || Self.redirections.contains(where: text.hasPrefix) {
            self = .command(text)
        } else if text == "~" || text.hasPrefix("~/") {
            self = .home(text)
        } else if text.hasPrefix("$(") {
            self = .substitution(text)
        } else if let name = Self.variable(in: text) {
            self = .variable(name: name, text)
        } else {
            return nil
        }
    }

    /// The name in `$NAME`, `$NAME/…` and `…=$NAME`; lower case is left to programs such as jq(1).
    private static func variable(in text: String) -> String? {
        let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        for word in words where word.first == "$" {
            let rest = word.dropFirst()
            let name = rest.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
            let end = rest.dropFirst(name.count).first
            if Naming.isVariable(String(name)), end == nil || end == "/" { return String(name) }
        }
        return nil
    }

    /// The advice to write something else; `nil` where a program takes the argument itself.
    func reason(after before: [String]) -> String? {
        // The arguments of ssh(1) are for a shell on another machine.
        if before.first?.split(separator: "/").last == "ssh" { return nil }
        let script = "for one write [sh, -c, 'text of the script']"
        func unread(_ text: String) -> String {
            "\(Quoting.quoted(text)) is handed to the program as it is, since there is no shell"
        }
        switch self {
        case .command(let text):
            return Self.isTaken(text, before) ? nil : "\(unread(text)); \(script)"
        case .substitution(let text): return "\(unread(text)); \(script)"
        case .home(let text):
            return "\(unread(text)); write ${env.HOME}\(text.dropFirst().printable)"
        case .variable(let name, let text):
            return "\(unread(text)); write ${env.\(name)}, or $$\(name) for the text itself"
        }
    }

    /// Tells whether a program before the operator takes it as an argument of its own.
    private static func isTaken(_ text: String, _ before: [String]) -> Bool {
        // A delimiter, as for cut(1) and sort(1).
        if before.last?.hasPrefix("-") == true { return true }
        if text == ";" {
            return before.contains { ["-exec", "-execdir", "-ok", "-okdir"].contains($0) }
        }
        let programs = before.compactMap { $0.split(separator: "/").last }
        return programs.contains { ["expr", "test", "["].contains($0) }
    }
}
