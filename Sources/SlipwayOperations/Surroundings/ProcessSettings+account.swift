internal import Glibc
package import SlipwayConfiguration
internal import SlipwaySystem

/// The user and the groups of a process, by numbers.
package struct ProcessAccount: Hashable, Sendable {
    /// Why the account of a process cannot be found.
    package struct Failure: Error, Hashable {
        /// `user`, `group` or `supplementaryGroups`.
        package let key: String
        package let reason: String
    }

    package var user: UInt32
    package var group: UInt32
    /// The supplementary groups.
    package var groups: [UInt32]
    /// The variables that tell a process of its user: those of ``userVariables``, as far as they
    /// are known; `nil` if they are those of this process.
    package var variables: [String: String]?

    /// The names of the variables that tell a process of its user.
    package static let userVariables = ["HOME", "USER", "LOGNAME", "SHELL"]

    /// The user and the groups, as they use files.
    var files: FileUser { FileUser(user: user, groups: Set(groups + [group])) }
}

extension ProcessSettings {
    /// Looks up the user and the groups of the process; blocks, and for long if a user server is
    /// silent.
    ///
    /// - Returns: `nil` if the process has the user and the groups of this one.
    package func findAccount() throws(ProcessAccount.Failure) -> ProcessAccount? {
        guard changesUser else { return nil }
        var account = ProcessAccount(user: geteuid(), group: getegid(), groups: [])
        if let user { account = try Self.account(user) }
        if let group { account.group = try Self.group(group, "group") }
        if let supplementaryGroups {
            account.groups = []
            for group in supplementaryGroups {
                account.groups.append(try Self.group(group, "supplementaryGroups"))
            }
        } else if user == nil {
            account.groups = Self.ownGroups
        }
        return account
    }

    /// The account of a user; of a number without an entry nothing else is known.
    private static func account(
        _ name: String
    ) throws(ProcessAccount.Failure) -> ProcessAccount {
        let found: Account?
        do throws(ErrorNumber) { found = try UserDatabase.account(of: name) } catch {
            throw failure("user", "cannot look up user \(Quoting.quoted(name)): \(error)")
        }
        if let found {
            return ProcessAccount(
                user: found.user,
                group: found.group,
                groups: UserDatabase.groups(of: found),
                variables: [
                    "HOME": found.home, "USER": found.name, "LOGNAME": found.name,
                    "SHELL": found.shell,
                ]
            )
        }
        // The kernel reads the greatest number as "leave it".
        guard let number = UInt32(name), number < .max else {
            throw failure("user", "no user is named \(Quoting.quoted(name))")
        }
        // The variables of this process's user would be wrong.
        let variables: [String: String]? = number == geteuid() ? nil : [:]
        return ProcessAccount(user: number, group: number, groups: [], variables: variables)
    }

    private static func group(
        _ name: String,
        _ key: String
    ) throws(ProcessAccount.Failure) -> UInt32 {
        if let number = UInt32(name), number < .max { return number }
        do throws(ErrorNumber) {
            if let number = try UserDatabase.group(named: name) { return number }
        } catch {
            throw failure(key, "cannot look up group \(Quoting.quoted(name)): \(error)")
        }
        throw failure(key, "no group is named \(Quoting.quoted(name))")
    }

    private static func failure(_ key: String, _ reason: String) -> ProcessAccount.Failure {
        ProcessAccount.Failure(key: key, reason: reason)
    }

    private static var ownGroups: [UInt32] {
        var groups = [gid_t](repeating: 0, count: 1 << 16)
        let count = getgroups(Int32(groups.count), &groups)
        return Array(groups.prefix(max(0, Int(count))))
    }
}
