import Glibc

/// A Unix stream socket; a leading `@` stands for the abstract namespace.
struct UnixAddress {
    private let bytes: [UInt8]

    init(_ path: String) throws(WaitError) {
        var address = sockaddr_un()
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        var name = Array(path.utf8)
        let isAbstract = name.first == UInt8(ascii: "@")
        guard !name.isEmpty, !name.contains(0) else {
            throw WaitError("socket \(path)", "not a path")
        }
        guard name.count < capacity else {
            throw WaitError("socket \(path)", "the path is longer than \(capacity - 1) bytes")
        }
        // The kernel takes an abstract name by its length, a path by its zero byte.
        if isAbstract { name[0] = 0 } else { name.append(0) }
        address.sun_family = sa_family_t(AF_UNIX)
        bytes = withUnsafeBytes(of: &address) { Array($0.prefix(offset)) } + name
    }

    /// Why no one accepts a connection; `nil` if someone does.
    func connectionFailure() async throws(CancellationError) -> String? {
        let error = try await SocketAddress(bytes: bytes, family: AF_UNIX).connectionError()
        return error == 0 ? nil : systemErrorText(error)
    }
}
