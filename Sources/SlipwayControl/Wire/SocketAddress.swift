internal import Glibc

/// The address of a Unix socket in the file system.
struct SocketAddress {
    private var address = sockaddr_un()

    /// How many bytes a path may have, so that its NUL fits as well.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// `nil` when the path is empty or too long.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard 1...Self.longestPath ~= bytes.count, !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The text for an error number, for example `Address already in use`.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
