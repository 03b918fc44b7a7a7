internal import Glibc
internal import SlipwaySystem

/// Copies a file, for its user alone.
enum FileCopy {
    /// - Throws: It cannot be; what was written of it is removed.
    static func make(of source: String, at target: String) throws(ErrorNumber) {
        let from = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard from >= 0 else { throw .current }
        defer { close(from) }
        let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard to >= 0 else { throw .current }
        defer { close(to) }
        var count = 1
        while count > 0 { count = sendfile(to, from, nil, 1 << 20) }
        guard count == 0, fsync(to) == 0 else {
            let error = ErrorNumber.current
            unlink(target)
            throw error
        }
    }
}
