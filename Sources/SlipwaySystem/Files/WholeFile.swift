package import Glibc

/// A file that a reader of its name sees whole, or as it was before, even after a crash.
///
/// A regular file is replaced: the content goes to a new file beside it, which is on the disk before it takes the
/// name. A device, a pipe, or what is open already (`/dev/stdout`, `/dev/fd/5`) stays what it is, and is written to. The
/// place is reached as ``FilePlace`` says. Each call blocks as long as the file system is silent.
package final class WholeFile {
    /// The rights to a new file.
    package enum Permissions: Hashable, Sendable {
        /// This mode, whatever the mask of new files is.
        case exactly(mode_t)
        /// This mode without what the mask takes away.
        case atMost(mode_t)
    }

    private let path: String
    private let place: FilePlace
    private let descriptor: Int32
    /// The name of the new file until it is finished; `nil` for what is written to.
    private let unfinished: String?
    private let isKept: Bool
    private var isFinished = false

    /// Begins to write a file.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - permissions: Those of a new file.
    ///   - isKept: A regular file of that name is not replaced.
    ///   - waitsForReader: A pipe that no process reads is waited for; otherwise it is a failure.
    /// - Throws: There can be no such file.
    package init(
        at path: String,
        _ permissions: Permissions = .atMost(0o666),
        keeping isKept: Bool = false,
        waitsForReader: Bool = true
    ) throws(Failure) {
        self.path = path
        self.isKept = isKept
        do throws(FilePlace.Fault) { place = try FilePlace(path) } catch {
            throw Failure(path, .place(error))
        }
        do throws(Failure.Reason) {
            if let open = try place.openExisting(keeping: isKept, waits: waitsForReader) {
                (descriptor, unfinished) = (open, nil)
            } else {
                let new = try place.newFile(permissions)
                (descriptor, unfinished) = (new.descriptor, new.name)
            }
        } catch {
            throw Failure(path, error)
        }
    }

    deinit {
        if let unfinished, !isFinished { unlinkat(place.folder, unfinished, 0) }
        close(descriptor)
    }

    /// Tells whether the file is in a folder, or in one below it.
    package func isInside(_ folder: FileIdentity) -> Bool { place.isInside(folder) }

    /// Writes further bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - isCancelled: Asked off and on while a pipe or a device takes no more; no further byte is written then.
    /// - Throws: They cannot be written, for example to a full disk.
    package func write(
        _ bytes: [UInt8],
        unless isCancelled: () -> Bool = { false }
    ) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            var size = rest.count
            if unfinished == nil {
                guard !isCancelled() else { return }
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&entry, 1, 100) != 0 else { continue }
                // There is room for so much; the rest of a larger write could wait inside the call.
                size = min(size, 4096)
            }
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, size) }
            if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a further text.
    package func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// Gives a new file away; a file that is written to where it is stays its owner's.
    ///
    /// - Parameters:
    ///   - user: Its user; `nil` for this process's.
    ///   - group: Its group; `nil` for the one that a new file gets.
    /// - Throws: The right to give it away is missing.
    package func give(to user: UInt32?, group: UInt32?) throws(Failure) {
        guard unfinished != nil, user != nil || group != nil else { return }
        // A number of -1 leaves what is there.
        guard fchown(descriptor, user ?? .max, group ?? .max) == 0 else {
            throw Failure(path, .system("cannot change its owner", .current))
        }
    }

    /// Gives the file its name.
    ///
    /// - Parameter isSynced: Waits until it is on the disk, so that it is whole after a loss of power too.
    /// - Throws: The file before it is still there.
    package func finish(isSynced: Bool = true) throws(Failure) {
        guard let unfinished else { return }
        guard !isSynced || fsync(descriptor) == 0 else { throw failure() }
        let isLinked = isKept ? try isLinked(unfinished) : false
        guard isLinked || renameat(place.folder, unfinished, place.folder, place.name) == 0 else {
            throw failure()
        }
        isFinished = true
        guard isSynced else { return }
        // The name, too, survives a crash, where the file system can promise it.
        let folder = openat(place.folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        guard fsync(folder) == 0 || errno == EINVAL else {
            throw Failure(path, .system("cannot sync its folder", .current))
        }
    }

    /// Gives the file its name, if no other file has that.
    ///
    /// - Returns: `false` if the file system knows no second names.
    private func isLinked(_ unfinished: String) throws(Failure) -> Bool {
        if linkat(place.folder, unfinished, place.folder, place.name, 0) == 0 {
            unlinkat(place.folder, unfinished, 0)
            return true
        }
        var status = stat()
        let isThere = fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0
        if isThere { throw Failure(path, .exists) }
        return false
    }

    private func failure() -> Failure { Failure(path, .system(nil, .current)) }
}

extension WholeFile {
    /// The reason why a file was not written.
    package struct Failure: Error, Hashable {
        package enum Reason: Error, Hashable {
            /// A call was refused; what it was for, unless that is clear.
            case system(String?, ErrorNumber)
            case place(FilePlace.Fault)
            /// The file that is there is not to be replaced.
            case exists
            /// The file is of a kind that is not written to.
            case notWritten(String)
            /// The file is a pipe or a device that another user could have put there.
            case ofAnother
        }

        /// The file that cannot be written.
        package let path: String
        package let reason: Reason

        init(_ path: String, _ reason: Reason) { (self.path, self.reason) = (path, reason) }
    }
}

extension WholeFile.Failure: CustomStringConvertible {
    package var description: String { "cannot write \(path): \(reason)" }
}

extension WholeFile.Failure.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let step?, let reason): "\(step): \(reason)"
        case .system(nil, let reason): "\(reason)"
        case .place(let fault):
            fault.step == .open ? "cannot open its folder: \(fault.reason)" : "\(fault)"
        case .exists: "there is a file of that name"
        case .notWritten(let kind): "it is \(kind)"
        case .ofAnother: "it is a pipe or a device that another user could have put there"
        }
    }
}
