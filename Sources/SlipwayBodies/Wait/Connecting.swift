internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwaySystem

extension SocketAddress {
    /// Tries to connect; the connection is closed at once.
    ///
    /// A result that is known at once is returned even to a cancelled task. The loop must run.
    ///
    /// - Returns: Why the connection failed, which may be a lack of descriptors; `nil` if it was
    ///   accepted.
    func connectionFailure(within limit: Duration) async throws(CancellationError) -> CheckFailure?
    {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else {
            let reason = ErrorNumber.current
            return CheckFailure("\(reason)", isShortage: reason.isShortage)
        }
        var code = withPointer { connect(descriptor, $0, $1) == 0 ? 0 : errno }
        // A local port may have answered already.
        if code == 0 || code == EINPROGRESS && isWritable(descriptor) {
            code = result(of: descriptor)
        }
        guard code == EINPROGRESS else {
            close(descriptor)
            return failure(code)
        }
        let connecting = Connecting()
        let end = await firstAnswer(within: limit) { answer in
            Loop.post { connecting.start(descriptor, giving: answer) }
        }
        // The watch must end before the descriptor is closed.
        Loop.post {
            connecting.end()
            close(descriptor)
        }
        switch end {
        case .answered(let failure): return failure
        case .timedOut: return CheckFailure("no answer within \(limit.timespan)")
        case .cancelled: throw CancellationError()
        }
    }
}

/// A connection that is being made.
@Loop
private final class Connecting {
    private var watch: DescriptorWatch?

    nonisolated init() {}

    /// Gives `nil` once the connection is accepted, or why it failed.
    func start(_ descriptor: Int32, giving answer: Promise<TryEnd<CheckFailure?>>) {
        do throws(LoopError) {
            watch = try DescriptorWatch(descriptor, for: .writable) { [weak self] _ in
                let code = result(of: descriptor)
                self?.end()
                answer.resolve(.answered(failure(code)))
            }
        } catch {
            answer.resolve(
                .answered(CheckFailure("\(error)", isShortage: error.reason.isShortage))
            )
        }
    }

    func end() {
        watch?.cancel()
        watch = nil
    }
}

extension ErrorNumber {
    /// As ``isShortage``, for a connection: there EAGAIN says that the queue of the other side is
    /// full.
    var isShortageOfConnection: Bool { isShortage && rawValue != EAGAIN }
}

/// The failure of a connection by its error; `nil` for 0.
private func failure(_ code: Int32) -> CheckFailure? {
    guard code != 0 else { return nil }
    let reason = ErrorNumber(code)
    return CheckFailure("\(reason)", isShortage: reason.isShortageOfConnection)
}

private func isWritable(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, 0) > 0
}

/// The error with which a connection failed; 0 if it was accepted.
func result(of descriptor: Int32) -> Int32 {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return errno }
    return code == 0 && isConnectedToItself(descriptor) ? ECONNREFUSED : code
}

/// Tells whether a socket is both sides of its connection.
///
/// TCP makes such a connection to a local port at which nothing listens, if the kernel happens to give the
/// socket that same port.
private func isConnectedToItself(_ descriptor: Int32) -> Bool {
    guard let own = address(getsockname, of: descriptor) else { return false }
    return own == address(getpeername, of: descriptor)
}

private func address(
    _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32,
    of descriptor: Int32
) -> [UInt8]? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let error = withUnsafeMutablePointer(to: &storage) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &size) }
    }
    guard error == 0, [AF_INET, AF_INET6].contains(Int32(storage.ss_family)) else { return nil }
    return withUnsafeBytes(of: &storage) { Array($0.prefix(Int(size))) }
}
