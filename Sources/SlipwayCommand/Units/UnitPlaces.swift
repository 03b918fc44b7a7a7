internal import Glibc
internal import SlipwaySystem

/// The folders in which the processes of a unit of the machine can write, as far as its sandbox decides that.
struct UnitPlaces: Hashable {
    private enum Rule: Hashable {
        /// The folder is the unit's own, and belongs to its user.
        case own
        /// The permissions of the folder decide who may write there.
        case open
        /// A setting forbids the unit to write there; with that setting.
        case closed(String)
        /// `ProtectSystem=`, from which `ReadWritePaths=` excepts a folder.
        case protected(String)
    }

    /// The rules by folder; for a path the nearest folder above it counts.
    private var rules: [String: Rule] = [:]
    /// The obstacles to a start of the unit: folders that are named and not there, each as a sentence.
    private(set) var obstacles: [String] = []

    /// The properties that are read.
    static let properties =
        [
            "ProtectSystem", "ProtectHome", "PrivateTmp", "ReadWritePaths", "ReadOnlyPaths",
            "InaccessiblePaths", "BindPaths", "BindReadOnlyPaths", "TemporaryFileSystem",
            "RootDirectory", "RootImage",
        ] + folders.keys

    /// The folders that a unit has of its own, by property.
    private static let folders = [
        "StateDirectory": "/var/lib", "CacheDirectory": "/var/cache", "LogsDirectory": "/var/log",
        "RuntimeDirectory": "/run",
    ]

    /// Reads the properties of a unit; `nil` where they are not told, or it has a root directory of its own.
    init?(_ properties: UnitProperties) {
        func words(_ name: String) -> [String] {
            UnitWords.split(properties[name] ?? "") ?? []
        }
        guard let system = properties["ProtectSystem"], words("RootDirectory").isEmpty,
            words("RootImage").isEmpty
        else { return nil }
        protect(system: String(system), home: String(properties["ProtectHome"] ?? ""))
        if !["", "no"].contains(properties["PrivateTmp"] ?? "") { open(["/tmp", "/var/tmp"]) }
        for (property, place) in Self.folders {
            let names = words(property).map { $0.prefix { $0 != ":" } }
            for name in names {
                for path in ["\(place)/\(name)", "\(place)/private/\(name)"] { rules[path] = .own }
            }
        }
        for word in words("ReadWritePaths") {
            let path = word.drop { "-+".contains($0) }
            open([String(path)])
            if !word.hasPrefix("-"), Self.isMissing(String(path)) {
                obstacles.append(
                    "ReadWritePaths=\(word), which is not there: make it, or write '-' before it"
                )
            }
        }
        for word in words("BindPaths") { open([Self.destination(word)]) }
        for word in words("TemporaryFileSystem") {
            let parts = word.split(separator: ":", maxSplits: 1)
            let isReadOnly = parts.last?.split(separator: ",").contains("ro") ?? false
            let path = String(parts.first ?? "")
            if isReadOnly { close([path], "TemporaryFileSystem=\(word)") } else { open([path]) }
        }
        for property in ["BindReadOnlyPaths", "ReadOnlyPaths", "InaccessiblePaths"] {
            close(words(property).map(Self.destination), "\(property)=")
        }
    }

    private mutating func protect(system: String, home: String) {
        let ofSystem: [String]
        switch system {
        case "strict":
            ofSystem = ["/"]
            open(["/dev", "/proc", "/sys"])
        case "full": ofSystem = ["/usr", "/boot", "/efi", "/etc"]
        case "yes": ofSystem = ["/usr", "/boot", "/efi"]
        default: ofSystem = []
        }
        for path in ofSystem { rules[path] = .protected("ProtectSystem=\(system)") }
        if ["yes", "tmpfs", "read-only"].contains(home) {
            close(["/home", "/root", "/run/user"], "ProtectHome=\(home)")
        }
    }

    private mutating func open(_ paths: [String]) {
        for path in paths { rules[path] = .open }
    }

    private mutating func close(_ paths: [String], _ setting: String) {
        for path in paths { rules[path] = .closed(setting) }
    }

    /// The path inside of `-/srv/a:/srv/b:rbind`.
    private static func destination(_ word: String) -> String {
        let parts = word.drop { "-+".contains($0) }.split(separator: ":")
        return String(parts.dropFirst().first ?? parts.first ?? "")
    }

    /// Tells why the unit cannot write in a folder.
    ///
    /// Blocks while the file system does.
    ///
    /// - Parameters:
    ///   - folder: An absolute path; it may have to be made.
    ///   - unit: The name of the unit.
    ///   - user: The user of the unit; `nil` for one whose rights cannot be told, or are those of
    ///     root.
    /// - Returns: The reason, with what to do; `nil` if the unit can write there, or that is not
    ///   certain.
    func obstacle(
        toWriteIn folder: String,
        of unit: String,
        by user: FileUser?
    ) -> String? {
        let (there, target) = Self.existing(folder)
        // A link leads elsewhere for the unit, too.
        switch (rule(of: folder), rule(of: target)) {
        case (.own, _), (_, .own): return nil
        case (.open, _), (_, .open):
            return user?.obstacle(toMakeIn: there).map { "\($0); \(Self.otherPlace)" }
        case (.closed(let setting), _), (.protected, .closed(let setting)):
            return "\(setting) of the unit forbids it; \(Self.otherPlace)"
        case (.protected(let setting), .protected):
            let first = folder.split(separator: "/").first.map { "/\($0)" } ?? "/"
            let place = there == "/" ? first : there
            let make = there == "/" ? "make '\(first)', and " : ""
            return
                "\(setting) of the unit forbids it; \(make)'systemctl edit \(unit)' with '[Service]' "
                + "and 'ReadWritePaths=\(place)', or \(Self.otherPlace)"
        }
    }

    private static let otherPlace =
        "choose a folder of the unit's own, such as that of StateDirectory="

    private func rule(of path: String) -> Rule {
        var path = path[...]
        while !path.isEmpty {
            if let rule = rules[String(path)] { return rule }
            path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        }
        return rules["/"] ?? .open
    }

    /// The nearest folder above a path that is there, and the path without links.
    private static func existing(_ path: String) -> (folder: String, target: String) {
        var folder = path[...]
        while !folder.isEmpty {
            if let target = FileUser.target(of: String(folder)) {
                return (String(folder), target + path[folder.endIndex...])
            }
            folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
        }
        return ("/", path)
    }

    private static func isMissing(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 && errno == ENOENT
    }
}
