internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// A connected Unix stream socket, blocking and with a deadline.
final class ClientSocket {
    private var descriptor: Int32
    /// The work to do while it waits; `nil` for none.
    var pulse: Pulse?
    private var chunk = [UInt8](repeating: 0, count: 64 * 1024)

    /// Connects; blocks while the daemon's backlog is full.
    ///
    /// - Parameters:
    ///   - path: The socket.
    ///   - patience: How long to wait for room in the backlog; 0 is no limit.
    /// - Throws: ``ControlClientError/cannotConnect(path:_:)``; `EAGAIN` when no room came in time.
    init(path: String, patience: Duration) throws(ControlClientError) {
        guard let address = SocketAddress(unix: path) else {
            throw .cannotConnect(path: path, ErrorNumber(ENAMETOOLONG))
        }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .cannotConnect(path: path, .current) }
        let microseconds = Int(patience.microseconds)
        var limit = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
        let size = socklen_t(MemoryLayout<timeval>.size)
        // connect() waits for room in the backlog as long as the send timeout allows.
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        while address.withPointer({ connect(descriptor, $0, $1) }) != 0 {
            let reason = ErrorNumber.current
            guard reason.rawValue == EINTR else {
                close()
                throw .cannotConnect(path: path, Self.fault(of: path, reason))
            }
        }
    }

    /// Why a connection was refused: the kernel says the same of what is no socket at all.
    private static func fault(of path: String, _ reason: ErrorNumber) -> ErrorNumber {
        var status = stat()
        guard reason.rawValue == ECONNREFUSED, stat(path, &status) == 0 else { return reason }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return reason
        case S_IFDIR: return ErrorNumber(EISDIR)
        default: return ErrorNumber(ENOTSOCK)
        }
    }

    deinit { close() }

    /// The process that listens, or did when it began to; `nil` if that is not known.
    var peer: Int32? { (try? PeerCredentials(of: descriptor)).map(\.pid) }

    /// Closes the connection; every later call fails with ``ControlClientError/closed(method:)``.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Sends everything, unless the daemon has closed the connection: its last reply can still be
    /// received, and tells more.
    func send(_ bytes: [UInt8], by deadline: CallDeadline) throws(ControlClientError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return Glibc.send(
                    descriptor,
                    rest.baseAddress,
                    rest.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if count >= 0 {
                sent += count
                continue
            }
            switch errno {
            case EAGAIN: try wait(for: POLLOUT, by: deadline)
            case EINTR: continue
            case EPIPE, ECONNRESET: return
            default: throw failure(deadline)
            }
        }
    }

    /// The bytes that have arrived, at least 1; waits for the first.
    func receive(by deadline: CallDeadline) throws(ControlClientError) -> ArraySlice<UInt8> {
        while true {
            let size = chunk.count
            let count = chunk.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, size, Int32(MSG_DONTWAIT))
            }
            if count > 0 { return chunk[..<count] }
            if count == 0 { throw failure(deadline) }
            if errno == EAGAIN {
                try wait(for: POLLIN, by: deadline)
            } else if errno != EINTR {
                throw failure(deadline)
            }
        }
    }

    private func wait(
        for event: Int32,
        by deadline: CallDeadline
    ) throws(ControlClientError) {
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let rest = deadline.milliseconds
        let patience = pulse.map { rest < 0 ? $0.milliseconds : min(rest, $0.milliseconds) }
        let count = poll(&entry, 1, patience ?? rest)
        if count <= 0 { pulse?.beat() }
        guard count == 0, deadline.milliseconds == 0 else { return }
        close()
        throw deadline.error
    }

    private func failure(_ deadline: CallDeadline) -> ControlClientError {
        close()
        return .closed(method: deadline.method)
    }
}
