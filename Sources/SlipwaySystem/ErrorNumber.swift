internal import Glibc

/// The reason why a system call failed.
package struct ErrorNumber: Error, Hashable, Sendable {
    /// The number, as in `errno`: positive.
    package let rawValue: Int32

    /// Takes an error number.
    package init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// The `errno` of this thread's last system call.
    package static var current: ErrorNumber { ErrorNumber(errno) }

    /// Descriptors, processes, threads or memory ran out, so that a later try may succeed.
    package var isShortage: Bool {
        [EMFILE, ENFILE, EAGAIN, ENOMEM, ENOBUFS, ENOSPC].contains(rawValue)
    }

    /// The machine failed, and not what a person wrote: a shortage, or a device that did not answer.
    package var isOfMachine: Bool { isShortage || rawValue == EIO }
}

extension ErrorNumber: CustomStringConvertible {
    /// The text and the name: `Connection refused (ECONNREFUSED)`.
    package var description: String {
        let text = strerror(rawValue).map { String(cString: $0) } ?? "error"
        return "\(text) (\(names[rawValue] ?? "errno \(rawValue)"))"
    }
}

/// The names of the errors that a service meets.
///
/// glibc's own table needs a feature macro that Swift does not set.
private let names: [Int32: String] = [
    E2BIG: "E2BIG", EACCES: "EACCES", EADDRINUSE: "EADDRINUSE", EADDRNOTAVAIL: "EADDRNOTAVAIL",
    EAFNOSUPPORT: "EAFNOSUPPORT", EAGAIN: "EAGAIN", EBADF: "EBADF", EBUSY: "EBUSY",
    ECHILD: "ECHILD", ECONNABORTED: "ECONNABORTED", ECONNREFUSED: "ECONNREFUSED",
    ECONNRESET: "ECONNRESET", EDQUOT: "EDQUOT", EEXIST: "EEXIST", EHOSTDOWN: "EHOSTDOWN",
    EHOSTUNREACH: "EHOSTUNREACH", EINPROGRESS: "EINPROGRESS", EINTR: "EINTR", EINVAL: "EINVAL",
    EIO: "EIO", EISDIR: "EISDIR", ELIBBAD: "ELIBBAD", ELOOP: "ELOOP", EMFILE: "EMFILE",
    ENAMETOOLONG: "ENAMETOOLONG", ENETDOWN: "ENETDOWN", ENETUNREACH: "ENETUNREACH",
    ENFILE: "ENFILE", ENOBUFS: "ENOBUFS", ENODEV: "ENODEV", ENOENT: "ENOENT", ENOEXEC: "ENOEXEC",
    ENOMEM: "ENOMEM", ENOSPC: "ENOSPC", ENOSYS: "ENOSYS", ENOTCONN: "ENOTCONN",
    ENOTDIR: "ENOTDIR", ENOTSOCK: "ENOTSOCK", ENXIO: "ENXIO", EPERM: "EPERM", EPIPE: "EPIPE",
    EPROTOTYPE: "EPROTOTYPE", EROFS: "EROFS", ESRCH: "ESRCH", ETIMEDOUT: "ETIMEDOUT",
    ETXTBSY: "ETXTBSY",
]
