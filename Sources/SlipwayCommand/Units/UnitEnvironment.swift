internal import Glibc
internal import SlipwaySystem

/// The variables that a unit gives its processes, as far as they are told and can be read.
struct UnitEnvironment: Hashable {
    private(set) var expected = ExpectedEnvironment(variables: [:])
    /// The files that this user cannot read, each with the reason.
    private(set) var unread: [String] = []
    /// The obstacles to a start of the unit: files that are named and not there, each as a sentence.
    private(set) var obstacles: [String] = []

    /// The properties that are read.
    static let properties = ["Environment", "EnvironmentFiles", "UnsetEnvironment"] + folders.keys

    /// The variables of a unit's folders, by property.
    private static let folders = [
        "StateDirectory": "STATE_DIRECTORY", "CacheDirectory": "CACHE_DIRECTORY",
        "RuntimeDirectory": "RUNTIME_DIRECTORY",
    ]

    /// Reads the properties of a unit, and its files; blocks.
    ///
    /// - Parameters:
    ///   - properties: The properties of the unit; without `Environment` nothing is known.
    ///   - manager: The variables that the unit's manager gives every unit, as
    ///     `systemctl show-environment` prints them.
    init?(_ properties: UnitProperties, manager: String) {
        guard let own = properties["Environment"] else { return nil }
        var variables = Self.variables(manager.split(separator: "\n"))
        variables.merge(Self.variables(UnitWords.split(Self.unescaped(own)) ?? [])) { $1 }
        for line in properties.all("EnvironmentFiles") {
            guard let end = line.firstRange(of: " (ignore_errors=") else { continue }
            let (path, isOptional) = (String(line[..<end.lowerBound]), line.hasSuffix("=yes)"))
            variables.merge(read(path, isOptional: isOptional)) { $1 }
        }
        expected = EnvironmentFile.environment(with: variables)
        for (property, variable) in Self.folders
        where properties[property]?.isEmpty == true && variables[variable] == nil {
            expected.remove(variable)
        }
        for word in UnitWords.split(properties["UnsetEnvironment"] ?? "") ?? [] {
            expected.remove(String(word.prefix { $0 != "=" }))
        }
    }

    /// Notes that the unit has credentials, and so the variable of their folder.
    mutating func addCredentials() { expected.add(unknown: "CREDENTIALS_DIRECTORY") }

    private mutating func read(_ path: String, isOptional: Bool) -> [String: String] {
        do throws(SmallFile.Failure) {
            let bytes = try SmallFile.bytes(of: path, limit: 1 << 20)
            return (try? EnvironmentText(parsing: bytes))?.variables ?? [:]
        } catch {
            switch error {
            case .notRead(ErrorNumber(ENOENT)) where isOptional: break
            case .notRead(ErrorNumber(ENOENT)) where !path.contains(where: { "*?[".contains($0) }):
                obstacles.append(
                    "EnvironmentFile=\(path), which is not there: make it, or write '-' before it"
                )
            case .notRead(let number): unread.append("'\(path)' cannot be read: \(number)")
            case .notRegular, .tooLong: unread.append("'\(path)' is no small file")
            }
            return [:]
        }
    }

    private static func variables(_ words: [some StringProtocol]) -> [String: String] {
        words.reduce(into: [:]) { variables, word in
            guard let mark = word.firstIndex(of: "=") else { return }
            variables[String(word[..<mark])] = String(word[word.index(after: mark)...])
        }
    }

    /// The text without the backslashes that systemctl puts before what a shell would fill in.
    private static func unescaped(_ text: Substring) -> Substring {
        text.replacing("\\$", with: "$").replacing("\\`", with: "`")
    }
}
