internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayPictures

/// The keys of `exec` that say how the processes of a unit run, without the command.
struct UnitSettings {
    private let unit: UnitFile
    /// The translator of texts, which knows the variables of the unit.
    private(set) var texts: UnitText
    private(set) var lines = DraftLines()
    /// The number of lines, at the beginning, that name users and groups.
    private(set) var accounts = 0

    /// Makes the keys of the directives whose fate is a key of `exec`.
    init(_ unit: UnitFile, _ texts: UnitText) {
        self.unit = unit
        self.texts = texts
        for (directive, fate) in UnitFate.table {
            switch fate {
            case .key(let key, let value, let words): add(key, of: directive, value, words)
            case .keys(let add): add(&self)
            case .part, .nothing: break
            }
        }
    }

    private mutating func add(
        _ key: String,
        of directive: String,
        _ value: ([String]) -> String?,
        _ words: String
    ) {
        let values = unit.values(directive)
        guard let last = values.last else { return }
        let isAccount = ["User", "Group", "SupplementaryGroups"].contains(directive)
        if isAccount, accounts == 0 {
            lines.remark(
                "Another user needs a daemon that is root. Or take these out, and give the daemon itself the "
                    + "user: 'systemctl edit slipway@NAME', DynamicUser=no and User=."
            )
        }
        if let value = value(values.map(translated)) {
            lines.add("\(key): \(value)")
        } else if !words.isEmpty {
            lines.remark("\(directive)=\(last): \(words)")
        }
        if isAccount { accounts = lines.lines.count }
    }

    mutating func addDirectory() {
        guard let value = unit.value("WorkingDirectory") else { return }
        if value.hasPrefix("-") { lines.remark("'-': here the directory has to be there.") }
        let path = path(translated(value.hasPrefix("-") ? String(value.dropFirst()) : value))
        if path.hasPrefix("/") {
            lines.add("directory: \(YAMLScalar.text(path))")
        } else {
            lines.remark("WorkingDirectory=\(value): write the path of that home directory.")
        }
    }

    /// Adds the variables, the files with others, and the directories that systemd would make and name by variables.
    mutating func addEnvironment() {
        var variables: [(name: String, value: String)] = []
        var remarks: [String] = []
        for line in unit.values("Environment") {
            guard let words = UnitWords.split(line) else {
                lines.remark("A quote is not closed in: Environment=\(line)")
                continue
            }
            for word in words {
                guard let mark = word.firstIndex(of: "="), mark != word.startIndex else {
                    lines.remark("It sets no variable: Environment=\(word)")
                    continue
                }
                let (name, value) = (String(word[..<mark]), word[word.index(after: mark)...])
                let result = texts.translate(String(value), fillsIn: false)
                variables.removeAll { $0.name == name }
                variables.append((name, result.text))
                remarks += result.remarks
                texts.variables[name] = result.text.replacing("$$", with: "$")
            }
        }
        var directories: [String] = []
        for (directive, root) in Self.directories {
            let mode = "\(directive)Mode"
            let names = unit.values(directive).flatMap { $0.split(separator: " ") }
            let paths = names.map { path("\(root)/\(translated(String($0.prefix { $0 != ":" })))") }
            guard !paths.isEmpty else { continue }
            let variable = directive.replacing("Directory", with: "_DIRECTORY").uppercased()
            variables.append((variable, paths.joined(separator: ":")))
            let digits = UnitFate.mode(unit.values(mode))
            if let text = unit.value(mode), digits == nil {
                lines.remark("\(mode)=\(text): \(UnitFate.modes)")
            }
            directories += paths.map(YAMLScalar.text).map { path in
                digits.map { "{ path: \(path), mode: \"\($0)\" }" } ?? path
            }
        }
        if !variables.isEmpty {
            for remark in remarks { lines.remark(remark) }
            lines.add("environment:")
            for (name, value) in variables {
                lines.add("\(name): \(YAMLScalar.text(value))", at: 1)
            }
        }
        texts.environmentFiles = unit.values("EnvironmentFile").map(translated)
        if !texts.environmentFiles.isEmpty {
            lines.add("environmentFiles: \(YAMLScalar.list(texts.environmentFiles))")
        }
        if !directories.isEmpty {
            lines.add("directories: [\(directories.joined(separator: ", "))]")
        }
    }

    private static let directories = [
        ("RuntimeDirectory", "/run"), ("StateDirectory", "/var/lib"),
        ("CacheDirectory", "/var/cache"), ("LogsDirectory", "/var/log"),
    ]

    mutating func addLimits() {
        var members: [String] = []
        var seen: Set<String> = []
        for line in unit.assignments
        where line.key.hasPrefix(UnitFate.limit) && line.section == UnitFile.service {
            // The same line may be in the unit and in a drop-in.
            guard unit.values(line.key).last == line.value, seen.insert(line.key).inserted
            else { continue }
            let name = line.key.dropFirst(UnitFate.limit.count).lowercased()
            if let resource = LimitsSpecification.Resource(rawValue: name),
                let value = Self.limit(line.value, of: resource)
            {
                members.append("\(name): \(value)")
            } else {
                lines.remark("\(line.key)=\(line.value): there is no such limit here.")
            }
        }
        if !members.isEmpty { lines.add("limits: { \(members.joined(separator: ", ")) }") }
    }

    /// A limit, or the soft and the hard one, as a configuration writes it; `nil` if a
    /// configuration has no such value.
    private static func limit(_ text: String, of resource: LimitsSpecification.Resource) -> String?
    {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> String? in
            if part == "infinity" { return "unlimited" }
            if resource == .cpu {
                return SystemdTime.span(part).map { "\($0.components.seconds)" }
            }
            return ByteCount.number(part) == nil ? nil : String(part)
        }
        guard parts.count <= 2, numbers.count == parts.count else { return nil }
        let value = numbers.joined(separator: ":")
        return Int(value) == nil ? "\"\(value)\"" : value
    }

    private func translated(_ text: String) -> String {
        texts.translate(text, fillsIn: false).text
    }

    /// A path without trailing slashes.
    private func path(_ text: String) -> String {
        var path = text
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
