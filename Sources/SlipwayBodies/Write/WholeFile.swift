internal import Glibc
internal import SlipwaySystem

/// A file that has all of its content or is as it was, even after a crash.
///
/// The content goes to a new file beside it, which is on the disk before it takes the name. A
/// symbolic link of that name is replaced, not followed.
struct WholeFile: Sendable {
    /// An absolute path, without a slash at its end.
    let path: String
    /// The path in messages.
    let name: String
    let content: [UInt8]
    let mode: UInt32

    /// Writes it; blocks.
    ///
    /// - Parameters:
    ///   - owner: The number of its user; `nil` for this process's.
    ///   - group: The number of its group; `nil` for the one that a new file gets.
    ///   - check: Called before the file takes its name; if it throws, nothing has changed.
    /// - Throws: ``WriteError``, or what `check` threw.
    func write(owner: UInt32?, group: UInt32?, check: () throws -> Void) throws {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = path[..<slash].isEmpty ? "/" : String(path[..<slash])
        let target = String(path[path.index(after: slash)...])
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure("cannot open its folder") }
        defer { close(directory) }
        let (descriptor, temporary) = try newFile(in: directory)
        defer { close(descriptor) }
        do {
            try fill(descriptor)
            try setRights(descriptor, owner, group)
            guard fsync(descriptor) == 0 else { throw failure() }
            try check()
            guard renameat(directory, temporary, directory, target) == 0 else { throw failure() }
        } catch {
            unlinkat(directory, temporary, 0)
            throw error
        }
        // The name, too, survives a crash, where the file system can promise it.
        guard fsync(directory) == 0 || errno == EINVAL else {
            throw failure("cannot sync its folder")
        }
    }

    /// A new file that only this process knows, with no rights for others yet.
    private func newFile(in directory: Int32) throws -> (descriptor: Int32, name: String) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        while true {
            let random = String(UInt64.random(in: .min ... .max), radix: 16)
            let name = ".slipway-\(random)"
            let descriptor = openat(directory, name, flags, 0o600)
            if descriptor >= 0 { return (descriptor, name) }
            guard errno == EEXIST || errno == EINTR else { throw failure() }
        }
    }

    private func fill(_ descriptor: Int32) throws {
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw failure()
            }
        }
    }

    private func setRights(_ descriptor: Int32, _ owner: UInt32?, _ group: UInt32?) throws {
        // Its permissions first: once it has another owner, only that one and root may change them.
        guard fchmod(descriptor, mode) == 0 else { throw failure() }
        guard owner != nil || group != nil else { return }
        // A number of -1 leaves what is there.
        guard fchown(descriptor, owner ?? .max, group ?? .max) == 0 else {
            throw failure("cannot change its owner")
        }
        // A new owner takes the bits for running as user and group away.
        if mode & 0o6000 != 0, fchmod(descriptor, mode) != 0 {
            throw failure("cannot set its permissions")
        }
    }

    /// The error of the last system call.
    private func failure(_ step: String? = nil) -> WriteError {
        let reason = "\(ErrorNumber.current)"
        return WriteError(name, step.map { "\($0): \(reason)" } ?? reason)
    }
}
