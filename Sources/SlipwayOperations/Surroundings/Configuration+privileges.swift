internal import Slipway
package import SlipwayConfiguration
package import SlipwaySystem

extension Configuration {
    /// A fault for each key that takes a right of root which is not there.
    ///
    /// - Parameters:
    ///   - privileges: The rights that are there.
    ///   - limits: The hard limits that are there.
    ///   - place: Where they are missing, as the subject of a sentence: `the daemon`.
    /// - Returns: The faults, at the operation or the kind of action.
    package func faults(
        with privileges: Set<Privilege>,
        _ limits: HardLimits = .unknown,
        of place: String
    ) -> [ConfigurationFault] {
        let missing = privilegedKeys.compactMap { use -> ConfigurationFault? in
            guard !privileges.contains(use.privilege) else { return nil }
            let names = use.privilege.capabilities.map { $0.uppercased() }
            let needed = names.joined(separator: ", ")
            return ConfigurationFault(
                at: use.origin,
                key: use.path,
                reason: "takes a right that \(place) has not (\(needed)); let it run as root, "
                    + "or remove the key"
            )
        }
        return missing + (privileges.contains(.exceedLimits) ? [] : tooHigh(limits, of: place))
    }

    /// A fault for each hard limit that is above the present one.
    private func tooHigh(_ limits: HardLimits, of place: String) -> [ConfigurationFault] {
        commands.flatMap { command in
            let wanted = command.exec.settings.limits.limits.sorted {
                $0.key.rawValue < $1.key.rawValue
            }
            return wanted.compactMap { resource, limit -> ConfigurationFault? in
                guard let own = limits.limits[resource], limit.hard > own else { return nil }
                let name = "Limit\(resource.rawValue.uppercased())"
                return ConfigurationFault(
                    at: command.origin,
                    key: KeyPath.joined(command.path, "limits.\(resource.rawValue)"),
                    reason:
                        "the hard limit is above the one that \(place) has (\(own)), and raising that takes "
                        + "CAP_SYS_RESOURCE; write at most \(own), or give the unit \(name)="
                )
            }
        }
    }

    /// Checks that this process may do what the configuration asks for.
    ///
    /// - Throws: A fault for each key that takes a right of root which it lacks.
    package func checkPrivileges() throws(ConfigurationFaults) {
        // Most configurations take no right of root, and no file is read for them.
        let hasLimits = commands.contains { !$0.exec.settings.limits.limits.isEmpty }
        guard hasLimits || !privilegedKeys.isEmpty else { return }
        let own: Set<Privilege>
        do throws(ErrorNumber) { own = try Privilege.own() } catch {
            throw ConfigurationFaults(unreadable: "/proc/self/status", errno: error.rawValue)
        }
        let faults = faults(with: own, hasLimits ? .own : .unknown, of: "the daemon")
        guard faults.isEmpty else {
            throw ConfigurationFaults(faults, files: faults.map(\.file))
        }
    }

    /// A key that takes a right of root.
    private struct PrivilegedKey: Hashable {
        let privilege: Privilege
        let origin: Origin
        let path: String
    }

    /// The keys that take rights of root; one of `defaults` counts once, not for each process that
    /// has it.
    private var privilegedKeys: [PrivilegedKey] {
        var keys: [PrivilegedKey] = []
        for command in commands {
            let settings = command.exec.settings
            for (key, privilege) in settings.privileges {
                if let account, account.gives(key, to: settings) {
                    let path = KeyPath.joined("defaults", key)
                    let key = PrivilegedKey(
                        privilege: privilege,
                        origin: account.origin,
                        path: path
                    )
                    if !keys.contains(key) { keys.append(key) }
                } else {
                    let path = KeyPath.joined(command.path, key)
                    keys.append(
                        PrivilegedKey(privilege: privilege, origin: command.origin, path: path)
                    )
                }
            }
        }
        return keys
    }
}

extension DefaultAccount {
    /// Tells whether a key of a process has its value from `defaults`, as far as it shows.
    fileprivate func gives(_ key: String, to settings: ProcessSettings) -> Bool {
        guard settings.user == user else { return false }
        return key == "user" || (key == "group" && settings.group == group)
    }
}

extension ProcessSettings {
    /// The keys that take rights of root, each with the right.
    fileprivate var privileges: [(key: String, privilege: Privilege)] {
        var keys: [(String, Privilege)] = []
        if user != nil { keys.append(("user", .changeUser)) }
        if group != nil { keys.append(("group", .changeUser)) }
        if supplementaryGroups != nil { keys.append(("supplementaryGroups", .changeUser)) }
        if let nice, nice < 0 { keys.append(("nice", .raisePriority)) }
        if let oomScoreAdjust, oomScoreAdjust < 0 {
            keys.append(("oomScoreAdjust", .exceedLimits))
        }
        if !folders.isEmpty, changesUser { keys.append(("directories", .changeOwner)) }
        return keys
    }
}
