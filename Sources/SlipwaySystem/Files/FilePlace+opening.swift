internal import Glibc

extension FilePlace {
    /// Opens what is not replaced: a device, a pipe, or what is open already.
    ///
    /// - Parameters:
    ///   - isKept: A regular file is none to replace.
    ///   - waits: Waits for a pipe's reader.
    /// - Returns: The descriptor; `nil` for a regular file, and where there is none.
    /// - Throws: It can be neither replaced nor written to.
    func openExisting(
        keeping isKept: Bool,
        waits: Bool
    ) throws(WholeFile.Failure.Reason) -> Int32? {
        var found = stat()
        guard fstatat(folder, name, &found, isOpenFile ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT else { throw .system(nil, .current) }
            return nil
        }
        // An open file has a position already; a socket cannot be opened at all.
        if let own = ownDescriptor { return try checked(fcntl(own, F_DUPFD_CLOEXEC, 0)) }
        switch found.st_mode & S_IFMT {
        case S_IFREG where !isOpenFile:
            if isKept { throw .exists }
            return nil
        case S_IFREG: break
        case S_IFIFO, S_IFCHR:
            guard isOpenFile || isClosed || Self.isOwn(found) else { throw .ofAnother }
        case S_IFDIR: throw .system(nil, ErrorNumber(EISDIR))
        case S_IFBLK: throw .notWritten("a block device")
        case S_IFSOCK: throw .notWritten("a socket")
        default: throw .system(nil, ErrorNumber(ELOOP))
        }
        let flags = O_WRONLY | O_NOCTTY | O_CLOEXEC | (isOpenFile ? 0 : O_NOFOLLOW)
        let descriptor = openat(folder, name, waits ? flags : flags | O_NONBLOCK)
        if descriptor < 0, errno == ENXIO { throw .notWritten("a pipe that no process reads") }
        _ = try checked(descriptor)
        // The file may have been replaced meanwhile, and no other one is to be written to.
        var opened = stat()
        guard fstat(descriptor, &opened) == 0, FileIdentity(opened) == FileIdentity(found) else {
            close(descriptor)
            throw .system(nil, ErrorNumber(EBUSY))
        }
        return descriptor
    }

    /// The number of a descriptor of this process, as in `/dev/fd/5`.
    private var ownDescriptor: Int32? {
        var status = stat()
        guard isOpenFile, fstat(folder, &status) == 0,
            FileIdentity(status) == FileIdentity(at: "/proc/self/fd")
        else { return nil }
        return Int32(name)
    }

    private func checked(_ descriptor: Int32) throws(WholeFile.Failure.Reason) -> Int32 {
        guard descriptor >= 0 else { throw .system(nil, .current) }
        return descriptor
    }

    /// The most writers of one file at a time whose files are removed if they are killed.
    private static let mostWriters = 32

    /// Makes a new file beside the name, and removes what killed writers have left there.
    ///
    /// A writer has its file locked as long as it lives. Another writer that finds a file without a
    /// lock removes it.
    func newFile(
        _ permissions: WholeFile.Permissions
    ) throws(WholeFile.Failure.Reason) -> (descriptor: Int32, name: String) {
        var new: (descriptor: Int32, name: String)?
        // A name has at most 255 bytes.
        let stem = String(decoding: name.utf8.prefix(200), as: UTF8.self)
        for number in 0..<Self.mostWriters {
            let name = ".\(stem).slipway-\(number)"
            removeLeft(name)
            if new == nil { new = try make(name, permissions).map { ($0, name) } }
        }
        if let new { return new }
        // Another user may have taken all of these names, where all may write.
        let name = ".\(stem).slipway-\(UInt64.random(in: 0...(.max)))"
        guard let descriptor = try make(name, permissions) else {
            throw .system("too many processes write it at once", ErrorNumber(EBUSY))
        }
        return (descriptor, name)
    }

    private func removeLeft(_ name: String) {
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        if flock(file, LOCK_EX | LOCK_NB) == 0, isNamed(name, file) { unlinkat(folder, name, 0) }
    }

    /// Makes a file and locks it.
    ///
    /// - Returns: `nil` if there is one, or another writer has taken it for one that was left.
    private func make(
        _ name: String,
        _ permissions: WholeFile.Permissions
    ) throws(WholeFile.Failure.Reason) -> Int32? {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let mode: mode_t =
            switch permissions {
            case .exactly: 0o600
            case .atMost(let mode): mode
            }
        let file = openat(folder, name, flags, mode)
        if file < 0, errno == EEXIST { return nil }
        _ = try checked(file)
        let isTaken = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        guard !isTaken, isNamed(name, file) else {
            close(file)
            return nil
        }
        // Before the file gets another owner: then only that one and root may change its
        // permissions.
        if case .exactly(let mode) = permissions, fchmod(file, mode) != 0 {
            let reason = ErrorNumber.current
            unlinkat(folder, name, 0)
            close(file)
            throw .system(nil, reason)
        }
        return file
    }

    private func isNamed(_ name: String, _ file: Int32) -> Bool {
        var (opened, found) = (stat(), stat())
        return fstat(file, &opened) == 0
            && fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0
            && FileIdentity(opened) == FileIdentity(found)
    }
}
