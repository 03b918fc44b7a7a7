internal import Glibc
internal import SlipwaySystem

/// A directory that is made for a process; blocks.
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
        try makeParents()
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw failure("make") }
        // A link could lead the owner to any directory of the machine.
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("open") }
        let owner = (user ?? status.st_uid, group ?? status.st_gid)
        if owner != (status.st_uid, status.st_gid), fchown(descriptor, owner.0, owner.1) != 0 {
            throw failure("give its owner to")
        }
        if status.st_mode & 0o7777 != mode, fchmod(descriptor, mode) != 0 {
            throw failure("give its permissions to")
        }
    }

    private func makeParents() throws(Failure) {
        var parent = ""
        for part in path.split(separator: "/").dropLast() {
            parent += "/\(part)"
            guard mkdir(parent, 0o755) == 0 || [EEXIST, EISDIR, EROFS].contains(errno) else {
                throw failure("make", parent)
            }
        }
    }

    private func failure(_ verb: String, _ path: String? = nil) -> Failure {
        Failure(reason: "cannot \(verb) directory '\(path ?? self.path)': \(ErrorNumber.current)")
    }
}
