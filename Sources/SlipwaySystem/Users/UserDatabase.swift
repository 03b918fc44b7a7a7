internal import Glibc

/// The users and groups that this machine knows by name; blocks, where they come from a network for
/// as long as that takes.
package enum UserDatabase {
    /// What the kernel calls a user or group whom it cannot name: any one of another namespace.
    package static let overflow: UInt32 = 65534

    /// A user's number.
    ///
    /// - Returns: `nil` when there is no user of that name.
    /// - Throws: It cannot be found out.
    package static func user(named name: String) throws(ErrorNumber) -> UInt32? {
        try lookUp(Glibc.passwd()) { getpwnam_r(name, $0, $1, $2, $3) }.map(\.pw_uid)
    }

    /// A group's number.
    ///
    /// - Returns: `nil` when there is no group of that name.
    /// - Throws: It cannot be found out.
    package static func group(named name: String) throws(ErrorNumber) -> UInt32? {
        try lookUp(Glibc.group()) { getgrnam_r(name, $0, $1, $2, $3) }.map(\.gr_gid)
    }

    private typealias Query<Entry> = (
        UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32

    /// Asks with ever more room for the entry's texts, of which a group's members may take much.
    private static func lookUp<Entry>(
        _ empty: Entry,
        _ query: Query<Entry>
    ) throws(ErrorNumber) -> Entry? {
        var size = 4096
        while size <= 16 * 1024 * 1024 {
            var entry = empty
            var found: UnsafeMutablePointer<Entry>?
            let result = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                buffer.baseAddress.map { query(&entry, $0, size, &found) } ?? EINVAL
            }
            switch result {
            case 0: return found == nil ? nil : entry
            case ERANGE: size *= 4
            case EINTR: continue
            // Some databases say so that there is no such name: getpwnam(3).
            case ENOENT, ESRCH, EBADF, EPERM: return nil
            default: throw ErrorNumber(result)
            }
        }
        throw ErrorNumber(ERANGE)
    }
}
