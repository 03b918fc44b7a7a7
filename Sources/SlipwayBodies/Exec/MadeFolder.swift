internal import Glibc
internal import SlipwaySystem

/// A directory that is made for a process; blocks.
///
/// The directory is reached as ``FilePlace`` says.
struct MadeFolder {
    struct Failure: Error {
        let reason: String
    }

    let path: String
    let mode: UInt32
    /// The owner of the directory; `nil`: this process's own user.
    let user: UInt32?
    let group: UInt32?

    /// Makes the directory, unless it is there, and gives it its owner and permissions.
    func make() throws(Failure) {
        guard !path.split(separator: "/").contains("..") else { throw failure("use", EINVAL) }
        let place: FilePlace
        do throws(FilePlace.Fault) {
            // A slash or a dot at the end is dropped: a place with it is the directory, and not a
            // name in its parent.
            let parts = path.split(separator: "/").filter { $0 != "." }
            place = try FilePlace(
                "/" + parts.joined(separator: "/"),
                making: .allExactly(0o755)
            )
        } catch {
            throw Failure(reason: error.words(of: path))
        }
        try makeLast(of: place)
    }

    private func makeLast(of place: FilePlace) throws(Failure) {
        let (name, parent) = (place.name, place.folder)
        guard mkdirat(parent, name, mode) == 0 || errno == EEXIST else {
            throw failure("make", errno)
        }
        let flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        // A directory that another user owns already cannot be read without a further right of
        // root, and need not be read.
        let seen = openat(parent, name, flags | pathOnly)
        guard seen >= 0 else { throw failure("open", errno) }
        defer { close(seen) }
        if isRight(try status(of: seen)) { return }
        let folder = openat(parent, name, flags | O_RDONLY)
        guard folder >= 0 else { throw failure("open", errno) }
        defer { close(folder) }
        let status = try status(of: folder)
        // Another user may have moved a directory here to become the owner of its content. A link
        // may have been meant for reading.
        let isMeant = place.isClosedThroughout && !place.isBehindLink
        let isOwn = status.st_uid != 0 && status.st_uid == user ?? geteuid()
        guard isMeant || isOwn || isEmpty(folder) else {
            let doubt =
                place.isClosedThroughout
                ? "a link leads to it" : "another user could have put it there"
            throw Failure(
                reason:
                    "owner and permissions of directory '\(path)' are not set: the directory is "
                    + "not empty, and \(doubt); set them once by hand"
            )
        }
        // The permissions come first: once the directory has another owner, only that user and root
        // may change them.
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

    /// The directory is empty; one that cannot be read counts as full.
    private func isEmpty(_ folder: Int32) -> Bool {
        (try? FolderEntry.all(in: "/proc/self/fd/\(folder)"))?.isEmpty == true
    }

    /// The directory has its owner and permissions.
    private func isRight(_ status: stat) -> Bool {
        status.st_mode & 0o7777 == mode && user ?? status.st_uid == status.st_uid
            && group ?? status.st_gid == status.st_gid
    }

    private func failure(_ verb: String, _ error: Int32) -> Failure {
        Failure(reason: "cannot \(verb) directory '\(path)': \(ErrorNumber(error))")
    }
}

extension FilePlace.Fault {
    /// The fault in words about the directory at `path`, which was to be made.
    fileprivate func words(of path: String) -> String {
        switch step {
        case .open: "cannot open directory '\(path)': \(reason)"
        case .make: "cannot make directory '\(path)': \(reason)"
        case .permit, .follow: "\(self)"
        }
    }
}
