internal import SlipwayConfiguration
internal import SlipwayOperations
internal import SlipwaySystem

/// The user that a unit of the machine runs as, and the configuration that it reads.
struct UnitUser: Hashable {
    /// The rights of the user to files.
    let files: FileUser
    /// The command that the unit runs: the program and its arguments.
    let command: [String]

    /// The properties that are read.
    static let properties = [
        "User", "Group", "SupplementaryGroups", "DynamicUser", "ProtectHome", "PrivateTmp",
        "BindPaths",
        "BindReadOnlyPaths", "RootDirectory", "RootImage", "ExecStart",
    ]

    /// Reads the properties of a unit; `nil` for root, who may read everything, and where it cannot be known what the
    /// user sees.
    init?(_ properties: UnitProperties) {
        func property(_ name: String) -> String { properties[name].map(String.init) ?? "" }
        let name = property("User")
        let isDynamic = property("DynamicUser") == "yes"
        guard isDynamic || !["", "root", "0"].contains(name), property("RootDirectory").isEmpty,
            property("RootImage").isEmpty
        else { return nil }
        let account = name.isEmpty ? nil : (try? UserDatabase.account(of: name)) ?? nil
        // Only a dynamic user is made when the service starts: any other has to be there.
        guard account != nil || isDynamic else { return nil }
        var groups = Set(account.map { UserDatabase.groups(of: $0) } ?? [])
        let named =
            [property("Group")]
            + property("SupplementaryGroups").split(separator: " ")
            .map(String.init)
        for group in named where !group.isEmpty {
            let number = UInt32(group) ?? (try? UserDatabase.group(named: group)) ?? nil
            if let number {
                groups.insert(number)
            } else if !isDynamic || group != name {
                return nil
            }
        }
        files = FileUser(user: account?.user, groups: groups, hidden: Self.hidden(property))
        command = Self.words(ofCommand: property("ExecStart"))
    }

    /// The folders of which the unit sees another one than this process, each with the reason.
    private static func hidden(_ property: (String) -> String) -> [String: String] {
        // A path that is bound into the unit may be the very one that is meant.
        guard property("BindPaths").isEmpty, property("BindReadOnlyPaths").isEmpty else {
            return [:]
        }
        var folders: [String: String] = [:]
        let protectHome = property("ProtectHome")
        if ["yes", "tmpfs"].contains(protectHome) {
            for folder in ["/home", "/root", "/run/user"] {
                folders[folder] =
                    "ProtectHome=\(protectHome) of the unit hides '\(folder)'; keep it elsewhere, such as in /srv"
            }
        }
        if !["", "no"].contains(property("PrivateTmp")) {
            for folder in ["/tmp", "/var/tmp"] {
                folders[folder] =
                    "PrivateTmp= gives the unit a '\(folder)' of its own; keep it elsewhere, such as in /srv"
            }
        }
        return folders
    }

    /// The program and the arguments of `{ path=/usr/bin/slipwayd ; argv[]=/usr/bin/slipwayd
    /// --config FILE ; … }`.
    private static func words(ofCommand text: String) -> [String] {
        let parts = text.split(separator: " ")
        guard let start = parts.firstIndex(where: { $0.hasPrefix("argv[]=") }) else { return [] }
        return parts[start...].prefix { $0 != ";" }.map(String.init)
    }

    /// A warning for each file of a configuration that the unit may not read, if the unit reads
    /// that configuration.
    ///
    /// - Parameters:
    ///   - path: The configuration.
    ///   - place: The subject of a sentence: `unit 'slipway@shop'`.
    /// - Returns: A warning for each.
    func forbiddenParts(of path: String, _ place: String) -> [ConfigurationFault] {
        // The configuration may be named from its folder, or by way of a link.
        let target = FileUser.target(of: path)
        let isRead = command.contains { $0 == path || FileUser.target(of: $0) == target }
        guard target != nil, isRead else { return [] }
        return ConfiguredGraph.files(of: path).compactMap { file in
            files.obstacle(to: file, for: .read).map {
                ConfigurationFault(file: file, reason: "\(place) may not read it: \($0)")
            }
        }
    }
}
