internal import CSlipway
internal import Glibc

/// A user of files, as far as owners, groups and modes tell what that user may do.
///
/// A lack of a right is told only where it is certain: an access control list, or a folder that
/// cannot be looked at, may let the user in.
package struct FileUser: Hashable, Sendable {
    /// The user's number; `nil` for a user that systemd makes for each run.
    package var user: UInt32?
    package var groups: Set<UInt32>
    /// The folders that this user does not see as they are here, each with the reason.
    package var hidden: [String: String]

    /// Creates a user.
    package init(user: UInt32?, groups: Set<UInt32>, hidden: [String: String] = [:]) {
        self.user = user
        self.groups = groups
        self.hidden = hidden
    }

    /// A right to a file or a folder.
    package enum Right: UInt32, Sendable {
        /// To read a file.
        case read = 4
        /// To make something in a folder.
        case write = 2
        /// To run a program, or to enter a folder.
        case execute = 1

        fileprivate var sign: String {
            switch self {
            case .read: "r"
            case .write: "w"
            case .execute: "x"
            }
        }
    }

    /// The numbers that systemd gives to users that exist while a service runs.
    private static let dynamic: ClosedRange<UInt32> = 61184...65519
    /// The folders in which systemd puts the files of such users, who reach them by another way.
    private static let keptApart = [
        "/var/lib/private/", "/var/cache/private/", "/var/log/private/",
    ]

    /// Tells why the user lacks a right, and what would give it.
    ///
    /// Blocks while the file system does.
    ///
    /// - Parameters:
    ///   - path: The file; what is not there, or not seen, is no obstacle.
    ///   - right: The right to the last component; a folder before it has to be entered.
    /// - Returns: A clause; `nil` if the user has the right, or may have it.
    package func obstacle(to path: String, for right: Right) -> String? {
        guard user != 0, let target = Self.target(of: path),
            !Self.keptApart.contains(where: { target.hasPrefix($0) })
        else { return nil }
        // The folders on the way to a link count, and then those on the way to its target.
        let places = path.hasPrefix("/") && path != target ? [path, target] : [target]
        for (folder, reason) in hidden.sorted(by: { $0.key < $1.key })
        where places.contains(where: { $0.hasPrefix("\(folder)/") }) {
            return reason
        }
        for place in places {
            for folder in Self.folders(above: place) {
                if let mode = mode(of: folder, without: .execute) {
                    let way = "'chmod o+x \(folder)' lets the user in"
                    return "folder '\(folder)' has mode \(mode); \(way)"
                }
            }
        }
        guard let mode = mode(of: target, without: right) else { return nil }
        let way = "the mode of '\(target)' is \(mode); 'chmod o+\(right.sign) \(target)' allows it"
        return right == .read
            ? "\(way); for a secret, LoadCredential= gives the unit a copy" : way
    }

    /// Tells why the user can make nothing in a folder; blocks while the file system does.
    ///
    /// - Parameter folder: A folder that is there.
    /// - Returns: A clause; `nil` if the user can, or may.
    package func obstacle(toMakeIn folder: String) -> String? {
        guard user != 0, let target = Self.target(of: folder),
            let mode = mode(of: target, without: .write)
        else { return nil }
        return "folder '\(target)' has mode \(mode), and is not its user's"
    }

    /// The path of a file without links, from the root on; `nil` if it is not there, or not seen.
    package static func target(of path: String) -> String? {
        guard let target = realpath(path, nil) else { return nil }
        defer { free(target) }
        return String(cString: target)
    }

    /// `/`, `/home` and `/home/ada` of `/home/ada/file`.
    private static func folders(above path: String) -> [String] {
        let names = path.split(separator: "/").dropLast()
        return ["/"]
            + names.indices.map { "/" + names[...$0].joined(separator: "/") }
    }

    /// The mode of a file to which the user lacks a right for certain; `nil` for another file.
    private func mode(of path: String, without right: Right) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let shift: UInt32
        if status.st_uid == user {
            shift = 6
        } else if user == nil, Self.dynamic.contains(status.st_uid) {
            // The file may belong to this user.
            return nil
        } else {
            shift = groups.contains(status.st_gid) ? 3 : 0
        }
        guard status.st_mode >> shift & right.rawValue == 0, !slipway_has_access_list(path) else {
            return nil
        }
        let digits = String(status.st_mode & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
