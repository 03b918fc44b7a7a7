import Glibc

/// An error number as people and search engines know it: `Connection refused (ECONNREFUSED)`.
func systemErrorText(_ number: Int32) -> String {
    let text = strerror(number).map { String(cString: $0) } ?? "error"
    return "\(text) (\(errorNames[number] ?? "errno \(number)"))"
}

/// The names that bodies meet.
///
/// glibc's own table needs a feature macro that Swift does not set.
private let errorNames: [Int32: String] = [
    E2BIG: "E2BIG", EACCES: "EACCES", EADDRINUSE: "EADDRINUSE", EADDRNOTAVAIL: "EADDRNOTAVAIL",
    EAFNOSUPPORT: "EAFNOSUPPORT", EAGAIN: "EAGAIN", EBADF: "EBADF", EBUSY: "EBUSY",
    ECONNABORTED: "ECONNABORTED", ECONNREFUSED: "ECONNREFUSED", ECONNRESET: "ECONNRESET",
    EHOSTDOWN: "EHOSTDOWN", EHOSTUNREACH: "EHOSTUNREACH", EINPROGRESS: "EINPROGRESS",
    EINTR: "EINTR", EINVAL: "EINVAL", EIO: "EIO", EISDIR: "EISDIR", ELIBBAD: "ELIBBAD",
    ELOOP: "ELOOP", EMFILE: "EMFILE", ENAMETOOLONG: "ENAMETOOLONG", ENETDOWN: "ENETDOWN",
    ENETUNREACH: "ENETUNREACH", ENFILE: "ENFILE", ENODEV: "ENODEV", ENOENT: "ENOENT",
    ENOEXEC: "ENOEXEC", ENOMEM: "ENOMEM", ENOSPC: "ENOSPC", ENOTCONN: "ENOTCONN",
    ENOTDIR: "ENOTDIR", ENOTSOCK: "ENOTSOCK", ENXIO: "ENXIO", EPERM: "EPERM", EPIPE: "EPIPE",
    EPROTOTYPE: "EPROTOTYPE", EROFS: "EROFS", ETIMEDOUT: "ETIMEDOUT", ETXTBSY: "ETXTBSY",
]
