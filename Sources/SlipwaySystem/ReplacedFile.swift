package import Glibc

/// A new file that takes its name once it is whole: a reader sees all of it, or the one before.
///
/// What is not finished is removed with the last reference to it. Each call blocks as long as the file system
/// is silent.
package final class ReplacedFile {
    /// The reason why a file is as it was.
    package struct Failure: Error, Hashable {
        /// The file that cannot be written, or not get its name.
        package let path: String
        package let reason: ErrorNumber
    }

    private let path: String
    private let unfinished: String
    private let descriptor: Int32
    private var isFinished = false

    /// Makes the new file beside the name that it will have.
    ///
    /// - Parameters:
    ///   - path: The name.
    ///   - unfinished: The name until then, at which nothing is kept; `nil` for one of this process.
    ///   - mode: The rights to it, whatever the umask of the caller; `nil`: those that the umask lets.
    /// - Throws: There can be no such file.
    package init(
        replacing path: String,
        unfinished: String? = nil,
        mode: mode_t? = nil
    ) throws(Failure) {
        self.path = path
        self.unfinished = unfinished ?? "\(path).\(getpid()).part"
        unlink(self.unfinished)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        descriptor = open(self.unfinished, flags, mode == nil ? 0o666 : 0o600)
        guard descriptor >= 0, mode.map({ fchmod(descriptor, $0) == 0 }) ?? true else {
            throw Failure(path: self.unfinished, reason: .current)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isFinished { unlink(unfinished) }
    }

    /// Writes further bytes.
    ///
    /// - Throws: They cannot be written, for example to a full disk.
    package func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(path: unfinished, reason: .current) }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a further text.
    package func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// Gives the file its name.
    ///
    /// - Parameter isSynced: Waits until it is on the disk, so that it is whole after a loss of power too.
    /// - Throws: The file before it is still there.
    package func finish(isSynced: Bool = true) throws(Failure) {
        guard !isSynced || fsync(descriptor) == 0, rename(unfinished, path) == 0 else {
            throw Failure(path: path, reason: .current)
        }
        isFinished = true
    }
}

extension ReplacedFile.Failure: CustomStringConvertible {
    package var description: String { "cannot write \(path): \(reason)" }
}
