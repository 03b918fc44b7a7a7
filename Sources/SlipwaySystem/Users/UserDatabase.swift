internal import Glibc

/// Looks up users and groups by name; blocks, and for long if the database is on a slow network.
package enum UserDatabase {
    /// The number by which the kernel shows users and groups of other namespaces.
    package static let overflow: UInt32 = 65534

    /// A user's number.
    ///
    /// - Returns: `nil` if no user has that name.
    /// - Throws: The lookup failed.
    package static func user(named name: String) throws(ErrorNumber) -> UInt32? {
        try lookUp(Glibc.passwd()) { getpwnam_r(name, $0, $1, $2, $3) }.map(\.pw_uid)
    }

    /// A group's number.
    ///
    /// - Returns: `nil` if no group has that name.
    /// - Throws: The lookup failed.
    package static func group(named name: String) throws(ErrorNumber) -> UInt32? {
        try lookUp(Glibc.group()) { getgrnam_r(name, $0, $1, $2, $3) }.map(\.gr_gid)
    }

    /// A user's name; `nil` if it is not known.
    package static func name(ofUser uid: UInt32) -> String? {
        guard uid != overflow else { return nil }
        // Copied while the room for the entry's texts is there.
        var name: String?
        // A user who cannot be looked up has no known name.
        _ = try? lookUp(Glibc.passwd()) { entry, buffer, size, found in
            let result = getpwuid_r(uid, entry, buffer, size, found)
            if result == 0, let found = found.pointee?.pointee.pw_name {
                name = String(cString: found)
            }
            return result
        }
        return name
    }

    /// A group's name; `nil` if it is not known.
    package static func name(ofGroup gid: UInt32) -> String? {
        guard gid != overflow else { return nil }
        // Copied while the room for the entry's texts is there.
        var name: String?
        // A group that cannot be looked up has no known name.
        _ = try? lookUp(Glibc.group()) { entry, buffer, size, found in
            let result = getgrgid_r(gid, entry, buffer, size, found)
            if result == 0, let found = found.pointee?.pointee.gr_name {
                name = String(cString: found)
            }
            return result
        }
        return name
    }

    typealias Query<Entry> = (
        UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32

    /// Repeats the query with more room for the entry's texts: the members of a group can be many.
    static func lookUp<Entry>(
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
            // Some databases report an unknown name this way: getpwnam(3).
            case ENOENT, ESRCH, EBADF, EPERM: return nil
            default: throw ErrorNumber(result)
            }
        }
        throw ErrorNumber(ERANGE)
    }
}
