internal import Glibc
internal import SlipwaySystem

/// A new file that only its owner may read, and that takes its name once it is whole.
final class PrivateFile {
    private let path: String
    private let unfinished: String
    private let descriptor: Int32
    private var isFinished = false

    /// Makes it beside the name that it will have.
    init(replacing path: String) throws {
        self.path = path
        unfinished = "\(path).\(getpid()).part"
        unlink(unfinished)
        descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(unfinished) }
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
