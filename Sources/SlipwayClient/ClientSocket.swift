internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// A connected Unix stream socket, blocking and with a deadline.
final class ClientSocket {
    private var descriptor: Int32
    /// The work to do while the socket waits; `nil` for none.
    var pulse: Pulse?
    /// Called each ``SilenceJudge/interval`` while nothing comes, with the beginning of that silence.
    var onSilence: ((CallDeadline, _ since: Instant) throws(ControlClientError) -> Void)?
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

    /// The reason for a failed connection: the kernel refuses a file that is no socket as if
    /// nothing listened there.
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

    /// The process that listens, or that began to listen; `nil` if that is not known.
    var peer: Int32? { (try? PeerCredentials(of: descriptor)).map(\.pid) }

    /// Closes the connection; every later call fails with ``ControlClientError/closed(method:)``.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Sends everything.
    ///
    /// It is no error if the daemon has closed the connection: its last reply can still be
    /// received, and tells more.
    func send(_ bytes: [UInt8], by deadline: CallDeadline) throws(ControlClientError) {
        var sent = 0
        var silence = Silence()
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
                silence = Silence()
                continue
            }
            switch errno {
            case EAGAIN: try wait(for: POLLOUT, by: deadline, &silence)
            case EINTR: continue
            case EPIPE, ECONNRESET: return
            default: throw failure(deadline)
            }
        }
    }

    /// The bytes that have arrived, at least 1; waits for the first.
    func receive(by deadline: CallDeadline) throws(ControlClientError) -> ArraySlice<UInt8> {
        var silence = Silence()
        while true {
            let size = chunk.count
            let count = chunk.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, size, Int32(MSG_DONTWAIT))
            }
            if count > 0 { return chunk[..<count] }
            if count == 0 { throw failure(deadline) }
            if errno == EAGAIN {
                try wait(for: POLLIN, by: deadline, &silence)
            } else if errno != EINTR {
                throw failure(deadline)
            }
        }
    }

    /// A time in which nothing comes.
    private struct Silence {
        let began = Instant.now
        var nextLook = Instant.now.advanced(by: SilenceJudge.interval)

        /// Milliseconds for `poll` until the next look.
        var milliseconds: Int32 {
            Int32(clamping: max(0, Instant.now.duration(to: nextLook).microseconds / 1000 + 1))
        }
    }

    private func wait(
        for event: Int32,
        by deadline: CallDeadline,
        _ silence: inout Silence
    ) throws(ControlClientError) {
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let rest = deadline.milliseconds
        let pauses = [
            rest < 0 ? nil : rest, pulse?.milliseconds,
            onSilence == nil ? nil : silence.milliseconds,
        ].compactMap(\.self)
        let count = poll(&entry, 1, pauses.min() ?? -1)
        if count <= 0 { pulse?.beat() }
        guard count == 0 else { return }
        guard deadline.milliseconds == 0 else {
            guard let onSilence, Instant.now >= silence.nextLook else { return }
            do { try onSilence(deadline, silence.began) } catch {
                close()
                throw error
            }
            silence.nextLook = Instant.now.advanced(by: SilenceJudge.interval)
            return
        }
        close()
        throw deadline.error
    }

    private func failure(_ deadline: CallDeadline) -> ControlClientError {
        close()
        return .closed(method: deadline.method)
    }
}
