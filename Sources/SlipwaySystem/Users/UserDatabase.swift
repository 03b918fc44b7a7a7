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
        return name(Glibc.passwd(), \.pw_name) { getpwuid_r(uid, $0, $1, $2, $3) }
    }

    /// A group's name; `nil` if it is not known.
    package static func name(ofGroup gid: UInt32) -> String? {
        guard gid != overflow else { return nil }
        return name(Glibc.group(), \.gr_name) { getgrgid_r(gid, $0, $1, $2, $3) }
    }

    /// The name in the entry that a query finds; `nil` if it finds none.
    private static func name<Entry>(
        _ empty: Entry,
        _ field: (Entry) -> UnsafeMutablePointer<CChar>?,
        _ query: Query<Entry>
    ) -> String? {
        // Copied while the room for the entry's texts is there.
        var name: String?
        // An entry that cannot be looked up has no known name.
        _ = try? lookUp(empty) { entry, buffer, size, found in
            let result = query(entry, buffer, size, found)
            if result == 0, let found = found.pointee, let text = field(found.pointee) {
                name = String(cString: text)
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
