internal import Glibc
internal import SlipwaySystem

/// A new file that takes its name once it is whole: who reads it sees all of it, or the one before.
final class WholeFile {
    private let path: String
    private let unfinished: String
    private let descriptor: Int32
    private var isFinished = false

    /// Makes it beside the name that it will have.
    ///
    /// - Parameters:
    ///   - path: The name.
    ///   - mode: Who may read it, whatever the umask of the caller; `nil`: those whom the umask lets.
    /// - Throws: ``CommandFailure``: there can be no such file.
    init(replacing path: String, mode: mode_t? = nil) throws {
        self.path = path
        unfinished = "\(path).\(getpid()).part"
        unlink(unfinished)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        descriptor = open(unfinished, flags, mode == nil ? 0o666 : 0o600)
        guard descriptor >= 0, mode.map({ fchmod(descriptor, $0) == 0 }) ?? true else {
            throw Self.failure(unfinished)
        }
    }

    deinit {
        close(descriptor)
        if !isFinished { unlink(unfinished) }
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(unfinished) }
            rest = rest.dropFirst(count)
        }
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Gives it its name, once it is on the disk.
    func finish() throws {
        guard fsync(descriptor) == 0, rename(unfinished, path) == 0 else {
            throw Self.failure(path)
        }
        isFinished = true
    }

    private static func failure(_ path: String) -> CommandFailure {
        .cannot("cannot write \(path): \(ErrorNumber.current)")
    }
}
