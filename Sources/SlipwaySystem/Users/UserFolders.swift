internal import Glibc

/// The folders that the environment gives a user for the files of programs: the XDG base directories.
///
/// A variable counts if it is an absolute path, as the specification says; an empty one is as none.
package struct UserFolders: Hashable, Sendable {
    /// For configurations; `nil` if neither its variable nor a home is known, as for ``state`` and
    /// ``cache``.
    package let configuration: String?
    /// For what outlives a program.
    package let state: String?
    /// For what can be made anew.
    package let cache: String?
    /// For sockets, while the user is logged in: a folder that is there and is this user's own.
    package let runtime: String?
    /// Why the folder that ``runtimeVariable`` names is left aside; `nil` if it is not.
    package let asideReason: String?
    /// The home; `nil` if it is not known.
    package let home: String?

    /// The variable that names ``runtime``.
    package static let runtimeVariable = "XDG_RUNTIME_DIR"

    /// Takes the folders from an environment.
    ///
    /// After `su` the variables may still be those of another user, whose services are not this user's: that user
    /// could answer in place of any of them.
    ///
    /// - Parameters:
    ///   - user: Whose folders are meant.
    ///   - owner: Tells whose a folder is; `nil` if it is not there.
    ///   - environment: Tells a variable.
    package init(
        of user: UInt32 = geteuid(),
        owner: (String) -> UInt32? = UserFolders.owner(of:),
        environment: (String) -> String?
    ) {
        func folder(_ variable: String) -> String? {
            environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = folder("HOME")
        self.home = home
        configuration = folder("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
        state = folder("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" }
        cache = folder("XDG_CACHE_HOME") ?? home.map { "\($0)/.cache" }
        let named = folder(Self.runtimeVariable)
        let reason = named.flatMap { path -> String? in
            guard let owner = owner(path) else { return "is not there" }
            return owner == user ? nil : "belongs to user \(owner), not to user \(user)"
        }
        runtime = reason == nil ? named : nil
        asideReason = named.flatMap { path in
            reason.map { "\(Self.runtimeVariable) is left aside: \(path) \($0)" }
        }
    }

    /// The owner of a folder; `nil` if there is none, or it cannot be looked at.
    package static func owner(of folder: String) -> UInt32? {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return status.st_uid
    }
}
