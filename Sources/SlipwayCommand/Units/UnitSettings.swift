internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayReport

/// The keys of `exec` that say how the processes of a unit run.
struct UnitSettings {
    /// Without the command.
    private(set) var lines = DraftLines()

    /// Reads them, and tells `texts` which variables there are.
    init(_ unit: UnitFile, _ texts: inout UnitText) {
        texts.user = unit.value(.user)
        addUser(unit, texts)
        addFolder(unit, texts)
        addEnvironment(unit, &texts)
        addNumbers(unit)
        addLimits(unit)
        addEnd(unit)
    }

    /// The same for a command that keeps the rights of root.
    var linesOfRoot: DraftLines {
        let keys = ["user: ", "group: ", "supplementaryGroups: "]
        var own = DraftLines()
        for line in lines.lines where !keys.contains(where: { line.hasPrefix($0) }) {
            own.add(line)
        }
        own.add("user: root")
        own.add("group: root")
        return own
    }

    private mutating func addUser(_ unit: UnitFile, _ texts: UnitText) {
        let keys = [("user", UnitKey.user), ("group", .group)]
        var rows: [String] = []
        for (key, name) in keys {
            if let value = unit.value(name) {
                rows.append("\(key): \(YAMLScalar.text(translated(value, texts)))")
            }
        }
        let groups = unit.values(.supplementaryGroups).flatMap { $0.split(separator: " ") }
        if !groups.isEmpty {
            let names = groups.map { translated(String($0), texts) }
            rows.append("supplementaryGroups: \(YAMLScalar.list(names))")
        }
        guard !rows.isEmpty else { return }
        lines.remark(
            "Another user needs a daemon that is root. Or take these out, and give the daemon itself the "
                + "user: 'systemctl edit slipway@NAME', DynamicUser=no and User=."
        )
        for row in rows { lines.add(row) }
    }

    private mutating func addFolder(_ unit: UnitFile, _ texts: UnitText) {
        guard let value = unit.value(.workingDirectory) else { return }
        let text = value.hasPrefix("-") ? String(value.dropFirst()) : value
        let path = path(translated(text, texts))
        if value.hasPrefix("-") { lines.remark("'-': here the directory has to be there.") }
        if path.hasPrefix("/") {
            lines.add("directory: \(YAMLScalar.text(path))")
        } else {
            lines.remark("WorkingDirectory=\(value): write the path of that home directory.")
        }
    }

    private mutating func addEnvironment(_ unit: UnitFile, _ texts: inout UnitText) {
        var variables: [(name: String, value: String)] = []
        var remarks: [String] = []
        for line in unit.values(.environment) {
            guard let words = UnitWords.split(line) else {
                lines.remark("A quote is not closed in: Environment=\(line)")
                continue
            }
            for word in words {
                guard let mark = word.firstIndex(of: "="), mark != word.startIndex else {
                    lines.remark("It sets no variable: Environment=\(word)")
                    continue
                }
                let name = String(word[..<mark])
                let result = texts.translate(
                    String(word[word.index(after: mark)...]),
                    fillsIn: false
                )
                variables.removeAll { $0.name == name }
                variables.append((name, result.text))
                remarks += result.remarks
                texts.variables[name] = result.text.replacing("$$", with: "$")
            }
        }
        let folders = addFolders(unit, texts, &variables)
        if !variables.isEmpty {
            for remark in remarks { lines.remark(remark) }
            lines.add("environment:")
            for variable in variables {
                lines.add("\(variable.name): \(YAMLScalar.text(variable.value))", at: 1)
            }
        }
        let files = unit.values(.environmentFile).map { translated($0, texts) }
        texts.environmentFiles = files
        if !files.isEmpty { lines.add("environmentFiles: \(YAMLScalar.list(files))") }
        if !folders.isEmpty { lines.add("directories: [\(folders.joined(separator: ", "))]") }
    }

    /// The directories that systemd would make, with the variables that name them.
    private mutating func addFolders(
        _ unit: UnitFile,
        _ texts: UnitText,
        _ variables: inout [(name: String, value: String)]
    ) -> [String] {
        let kinds: [(variable: String, names: UnitKey, mode: UnitKey, root: String)] = [
            ("RUNTIME_DIRECTORY", .runtimeDirectory, .runtimeDirectoryMode, "/run"),
            ("STATE_DIRECTORY", .stateDirectory, .stateDirectoryMode, "/var/lib"),
            ("CACHE_DIRECTORY", .cacheDirectory, .cacheDirectoryMode, "/var/cache"),
            ("LOGS_DIRECTORY", .logsDirectory, .logsDirectoryMode, "/var/log"),
        ]
        var folders: [String] = []
        for (variable, names, mode, root) in kinds {
            let names = unit.values(names).flatMap { $0.split(separator: " ") }
            let paths = names.map { name in
                path("\(root)/\(translated(String(name.prefix { $0 != ":" }), texts))")
            }
            guard !paths.isEmpty else { continue }
            variables.append((variable, paths.joined(separator: ":")))
            let mode = self.mode(mode, unit)
            folders += paths.map { path in
                let path = YAMLScalar.text(path)
                return mode.map { "{ path: \(path), mode: \"\($0)\" }" } ?? path
            }
        }
        return folders
    }

    private mutating func addNumbers(_ unit: UnitFile) {
        if let mask = mode(.umask, unit) { lines.add("umask: \"\(mask)\"") }
        addNumber("nice", .nice, -20...19, unit)
        addNumber("oomScoreAdjust", .oomScoreAdjust, -1000...1000, unit)
        if unit.flag(.noNewPrivileges) { lines.add("noNewPrivileges: true") }
    }

    private mutating func addNumber(
        _ key: String,
        _ name: UnitKey,
        _ range: ClosedRange<Int>,
        _ unit: UnitFile
    ) {
        guard let text = unit.value(name) else { return }
        guard let number = Int(text), range ~= number else {
            return lines.remark(
                "\(name.rawValue)=\(text): here \(range.lowerBound) to \(range.upperBound)."
            )
        }
        lines.add("\(key): \(number)")
    }

    private mutating func addLimits(_ unit: UnitFile) {
        var members: [String] = []
        var seen: Set<String> = []
        for assignment in unit.assignments
        where assignment.section == UnitFile.service && assignment.key.hasPrefix("Limit") {
            // The same line may be in the unit and in a drop-in.
            guard unit.value(named: assignment.key) == assignment.value,
                seen.insert(assignment.key).inserted
            else { continue }
            let name = assignment.key.dropFirst(5).lowercased()
            guard let resource = LimitsSpecification.Resource(rawValue: name),
                let value = Self.limit(assignment.value, of: resource)
            else {
                lines.remark("\(assignment.key)=\(assignment.value): there is no such limit here.")
                continue
            }
            members.append("\(name): \(value)")
        }
        if !members.isEmpty { lines.add("limits: { \(members.joined(separator: ", ")) }") }
    }

    private mutating func addEnd(_ unit: UnitFile) {
        if let signal = unit.value(.killSignal) {
            if let word = SignalWord(lenient: signal), SignalWord.ends.contains(word) {
                lines.add("stopSignal: \(word.rawValue)")
            } else {
                lines.remark("KillSignal=\(signal): not one that a stop can begin with here.")
            }
        }
        switch unit.value(.killMode) {
        case nil: break
        case "mixed": lines.add("killMode: main")
        case "control-group": lines.add("killMode: tree")
        case let mode?: lines.remark("KillMode=\(mode): nothing outlives a service here.")
        }
    }

    private func translated(_ text: String, _ texts: UnitText) -> String {
        texts.translate(text, fillsIn: false).text
    }

    /// A path without the slashes at its end.
    private func path(_ text: String) -> String {
        var path = text
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// The value of a key, such as `027`, as four octal digits; `nil` for none, and, with a remark, for one
    /// that cannot be said.
    private mutating func mode(_ key: UnitKey, _ unit: UnitFile) -> String? {
        guard let text = unit.value(key) else { return nil }
        guard let number = UInt32(text, radix: 8), number <= 0o777 else {
            lines.remark("\(key.rawValue)=\(text): permissions are 0000 to 0777 here.")
            return nil
        }
        let digits = String(number, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// A limit as a configuration has it; `nil` for what it has not.
    private static func limit(_ text: String, of resource: LimitsSpecification.Resource) -> String?
    {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.map { part -> String? in
            if part == "infinity" { return "unlimited" }
            if resource == .cpu {
                return SystemdTime.span(part).map { "\($0.components.seconds)" }
            }
            return ByteCount.number(part) == nil ? nil : String(part)
        }
        guard (1...2).contains(numbers.count), !numbers.contains(nil) else { return nil }
        let value = numbers.compactMap(\.self).joined(separator: ":")
        return Int(value) == nil ? "\"\(value)\"" : value
    }
}
