internal import Glibc
internal import SlipwaySystem

/// A group whose members may connect to a socket that others may not connect to.
package struct SocketGroup: Hashable, Sendable {
    package let name: String
    private let number: UInt32

    init(name: String, number: UInt32) {
        (self.name, self.number) = (name, number)
    }

    /// Finds the group by the socket, or by the folder that hides the socket from this user; `nil`
    /// if no group but that of root may connect, or that is not known.
    ///
    /// Blocks as a look-up of a group does.
    ///
    /// - Parameter path: The socket.
    package init?(of path: String) {
        var status = stat()
        var place = path
        var right = S_IWGRP
        while stat(place, &status) != 0 {
            guard errno == EACCES, let mark = place.lastIndex(of: "/"), mark > place.startIndex
            else { return nil }
            place = String(place[..<mark])
            right = S_IXGRP
        }
        guard status.st_mode & right != 0, status.st_gid != 0,
            let name = UserDatabase.name(ofGroup: status.st_gid)
        else { return nil }
        self.init(name: name, number: status.st_gid)
    }

    /// The way in for this user.
    package var advice: String {
        let user = UserDatabase.name(ofUser: geteuid())
        // A user that cannot be looked up gets the advice for one who is no member.
        let account = user.flatMap { try? UserDatabase.account(of: $0) }
        let isMember = account.map { UserDatabase.groups(of: $0).contains(number) } ?? false
        return advice(for: user, isMember: isMember)
    }

    /// The way in.
    ///
    /// - Parameters:
    ///   - user: The user; `nil` if the name is not known.
    ///   - isMember: Whether the user is a member already, which counts from the next login on.
    /// - Returns: The end of a sentence.
    func advice(for user: String?, isMember: Bool) -> String {
        let members = "members of group '\(name)' may"
        guard isMember else {
            let command = "usermod --append --groups \(name) \(user ?? "USER")"
            return "\(members); to become one, run '\(command)' as root, and log in anew"
        }
        return
            "\(members), and you are one from your next login on: log in anew, or 'newgrp \(name)'"
    }
}
