import Glibc

/// A socket address as the kernel reads it.
struct SocketAddress: Sendable {
    let bytes: [UInt8]
    let family: Int32

    /// Tries to connect, without blocking the thread; the connection is closed at once.
    ///
    /// - Returns: The error number, or 0 if someone accepted.
    func connectionError() async throws(CancellationError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        let error = bytes.withUnsafeBytes { address in
            let address = address.assumingMemoryBound(to: sockaddr.self).baseAddress
            return connect(descriptor, address, socklen_t(bytes.count)) == 0 ? 0 : errno
        }
        return error == EINPROGRESS ? try await pendingResult(of: descriptor) : error
    }
}

private func pendingResult(of descriptor: Int32) async throws(CancellationError) -> Int32 {
    // A local port answers before the first look; a distant host is worth slower ones.
    var pause = Duration.milliseconds(1)
    let deadline = ContinuousClock.now + connectionTimeout
    while ContinuousClock.now < deadline {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&state, 1, 0) > 0 { return pendingError(of: descriptor) }
        do { try await Task.sleep(for: pause) } catch { throw CancellationError() }
        pause = min(pause * 2, .milliseconds(50))
    }
    return ETIMEDOUT
}

/// How long one try may take; the next one may find a host that has come up meanwhile.
private let connectionTimeout = Duration.seconds(5)

private func pendingError(of descriptor: Int32) -> Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
}
