internal import Glibc

/// A user's entry in the database of users.
package struct Account: Hashable, Sendable {
    package let name: String
    package let user: UInt32
    package let group: UInt32
    package let home: String
    package let shell: String

    fileprivate init?(_ entry: passwd) {
        guard let name = entry.pw_name else { return nil }
        self.name = String(cString: name)
        user = entry.pw_uid
        group = entry.pw_gid
        home = entry.pw_dir.map { String(cString: $0) } ?? "/"
        shell = entry.pw_shell.map { String(cString: $0) } ?? "/bin/sh"
    }
}

extension UserDatabase {
    /// A user's entry.
    ///
    /// - Parameter user: A name, or a number in decimal digits.
    /// - Returns: `nil` if there is none.
    /// - Throws: The lookup failed.
    package static func account(of user: String) throws(ErrorNumber) -> Account? {
        // Copied while the room for the entry's texts is there.
        var account: Account?
        _ = try lookUp(Glibc.passwd()) { entry, buffer, size, found in
            let result =
                if let number = UInt32(user) {
                    getpwuid_r(number, entry, buffer, size, found)
                } else {
                    getpwnam_r(user, entry, buffer, size, found)
                }
            if result == 0, let found = found.pointee?.pointee { account = Account(found) }
            return result
        }
        return account
    }

    /// The groups that a user is in, its own one among them.
    package static func groups(of account: Account) -> [UInt32] {
        var room: Int32 = 64
        while room <= 1 << 16 {
            var count = room
            var groups = [gid_t](repeating: 0, count: Int(room))
            if getgrouplist(account.name, account.group, &groups, &count) >= 0 {
                return Array(groups.prefix(Int(count)))
            }
            room = max(count, room * 2)
        }
        return [account.group]
    }
}
