internal import Glibc
internal import SlipwayClient
internal import SlipwaySystem

/// A manager of units, as far as this user can ask it: the machine's systemd, or the user's.
struct UnitManager: Hashable {
    let owner: ServiceOwner
    /// The folder of the configurations that instances of `slipway@.service` have by default.
    private let configurations: String?

    /// The managers that there are here.
    static var all: [UnitManager] {
        ServiceOwner.allCases.map { UnitManager(of: $0) }.filter(\.isThere)
    }

    init(of owner: ServiceOwner) {
        self.owner = owner
        switch owner {
        case .system: configurations = "/etc/slipway"
        case .user: configurations = Self.ofUser.configuration.map { "\($0)/slipway" }
        }
    }

    /// Tells whether a process is a manager of units.
    static func runs(as process: Int32) -> Bool {
        // Process 1 is known even where other users' processes are hidden.
        guard process != 1 else { return UnitManager(of: .system).isThere }
        let name = try? SmallFile.bytes(of: "/proc/\(process)/comm", limit: 64)
        return name == Array("systemd\n".utf8)
    }

    /// The beginning of a command line that asks for properties of the units that follow.
    func show(_ properties: [String]) -> [String] {
        owner.systemctl + ["show", "--property=\(properties.joined(separator: ","))", "--"]
    }

    /// The instances that have a configuration: systemd takes every name for an instance.
    var configured: Set<String> {
        let ending = ".yaml"
        return Set(
            (configurations.map { folders(in: $0) } ?? []).compactMap { name in
                name.hasSuffix(ending) && name != ending ? String(name.dropLast(ending.count)) : nil
            }
        )
    }

    /// The kernel's controllers that the manager can delegate; `nil` if they are not known.
    var controllers: Set<String>? {
        let own =
            switch owner {
            case .system: ""
            case .user: "/user.slice/user-\(getuid()).slice/user@\(getuid()).service"
            }
        let file = "/sys/fs/cgroup\(own)/cgroup.controllers"
        return (try? SmallFile.bytes(of: file, limit: 1 << 12)).map { bytes in
            let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            return Set(words.map(String.init))
        }
    }

    private var isThere: Bool {
        switch owner {
        case .system: access("/run/systemd/system", F_OK) == 0
        case .user:
            Self.ofUser.runtime.map { access("\($0)/systemd", F_OK) == 0 } ?? false
        }
    }

    private static var ofUser: UserFolders { UserFolders(environment: ProcessEnvironment.variable) }
}

extension ServiceOwner {
    /// The beginning of a command line for its manager of units.
    var systemctl: [String] {
        switch self {
        case .system: ["systemctl"]
        case .user: ["systemctl", "--user"]
        }
    }
}
