internal import Glibc
internal import SlipwaySystem

/// A directory that is made for a process; blocks.
///
/// It is reached one directory after the other, and no link is followed that another user could have made: who
/// owns a directory above it could lead root to any other place otherwise.
struct MadeFolder {
    struct Failure: Error {
        let reason: String
    }

    let path: String
    let mode: UInt32
    /// `nil`: this process's own.
    let user: UInt32?
    let group: UInt32?

    /// Makes it, unless it is there, and gives it its owner and permissions.
    func make() throws(Failure) {
        let parts = path.split(separator: "/").map(String.init)
        guard let last = parts.last, !parts.contains("..") else { throw failure("use", EINVAL) }
        var parent = open("/", pathOnly | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw failure("open", errno) }
        defer { close(parent) }
        for part in parts.dropLast() {
            let next = try enter(part, in: parent)
            close(parent)
            parent = next
        }
        try makeLast(last, in: parent)
    }

    /// Opens a directory above it, which is made if it is missing.
    private func enter(_ name: String, in parent: Int32) throws(Failure) -> Int32 {
        let isNew = mkdirat(parent, name, 0o755) == 0
        guard isNew || [EEXIST, EISDIR, EROFS, EACCES, EPERM].contains(errno) else {
            throw failure("make", errno)
        }
        let flags = O_DIRECTORY | O_CLOEXEC | (isNew ? O_RDONLY : pathOnly)
        var next = openat(parent, name, flags | O_NOFOLLOW)
        // A link of root's own, such as /var/run, is as good as a directory.
        if next < 0, errno == ENOTDIR || errno == ELOOP, isOfRoot(name, in: parent) {
            next = openat(parent, name, flags)
        }
        guard next >= 0 else { throw failure("open", errno) }
        // The mask of new files does not apply.
        if isNew, fchmod(next, 0o755) != 0 {
            let error = errno
            close(next)
            throw failure("give its permissions to", error)
        }
        return next
    }

    /// Tells whether a link is root's, in a directory where no other user can replace it.
    private func isOfRoot(_ name: String, in parent: Int32) -> Bool {
        var (link, folder) = (stat(), stat())
        return fstatat(parent, name, &link, AT_SYMLINK_NOFOLLOW) == 0 && link.st_uid == 0
            && fstat(parent, &folder) == 0 && folder.st_uid == 0 && folder.st_mode & 0o022 == 0
    }

    private func makeLast(_ name: String, in parent: Int32) throws(Failure) {
        guard mkdirat(parent, name, mode) == 0 || errno == EEXIST else {
            throw failure("make", errno)
        }
        let flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        // One that another user has got already cannot be read without a further right of root, nor need it be.
        let seen = openat(parent, name, flags | pathOnly)
        guard seen >= 0 else { throw failure("open", errno) }
        defer { close(seen) }
        if isRight(try status(of: seen)) { return }
        let folder = openat(parent, name, flags | O_RDONLY)
        guard folder >= 0 else { throw failure("open", errno) }
        defer { close(folder) }
        let status = try status(of: folder)
        // Its permissions first: once it has another owner, only that one and root may change them.
        if status.st_mode & 0o7777 != mode, fchmod(folder, mode) != 0 {
            throw failure("give its permissions to", errno)
        }
        guard !isRight(try self.status(of: folder)) else { return }
        guard fchown(folder, user ?? status.st_uid, group ?? status.st_gid) == 0 else {
            throw failure("give its owner to", errno)
        }
    }

    private func status(of folder: Int32) throws(Failure) -> stat {
        var status = stat()
        guard fstat(folder, &status) == 0 else { throw failure("open", errno) }
        return status
    }

    /// It has its owner and permissions.
    private func isRight(_ status: stat) -> Bool {
        status.st_mode & 0o7777 == mode && user ?? status.st_uid == status.st_uid
            && group ?? status.st_gid == status.st_gid
    }

    private func failure(_ verb: String, _ error: Int32) -> Failure {
        Failure(reason: "cannot \(verb) directory '\(path)': \(ErrorNumber(error))")
    }
}
