internal import CSystemd
internal import Glibc
internal import Slipway
internal import Synchronization

/// Sends entries to the journal's socket without waiting for it for ever, as `sd_journal_sendv` does: the
/// thread that logs may be the one that answers senders.
final class JournalSocket: Sendable {
    /// The socket of the machine's journal.
    static let shared = JournalSocket("/run/systemd/journal/socket")

    private struct State: Sendable {
        /// The socket stays open once it was made, as other threads may send through it.
        var descriptor: Int32 = -1
        /// The entries that were dropped since the last one that was taken.
        var lost = 0
    }

    private let path: String
    private let state = Mutex(State())

    init(_ path: String) { self.path = path }

    /// Sends an entry, and before it a line about dropped ones.
    ///
    /// - Parameters:
    ///   - entry: The entry in the journal's native format.
    ///   - patience: How long to wait for room; not at all after a dropped entry.
    ///   - sendOtherwise: Sends an entry that is too long for a datagram.
    /// - Returns: `false` if this process has no descriptor left for the socket.
    func send(
        _ entry: [UInt8],
        waiting patience: Duration,
        otherwise sendOtherwise: () -> Void
    ) -> Bool {
        guard descriptor != nil else { return false }
        let lost = state.withLock { $0.lost }
        if lost > 0, deliver(Self.notice(lost: lost), waiting: .zero) == .taken {
            state.withLock { $0.lost -= lost }
        }
        let isStuck = state.withLock { $0.lost > 0 }
        switch deliver(entry, waiting: isStuck ? .zero : patience) {
        case .taken: break
        case .tooLong where !isStuck: sendOtherwise()
        case .tooLong, .lost: state.withLock { $0.lost += 1 }
        }
        return true
    }

    private enum Fate { case taken, tooLong, lost }

    private func deliver(_ entry: [UInt8], waiting patience: Duration) -> Fate {
        guard let descriptor else { return .lost }
        let end = Instant.now.advanced(by: patience)
        var isConnected = true
        while true {
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            let count = entry.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
            }
            if count >= 0 { return .taken }
            switch errno {
            case EINTR: continue
            case EMSGSIZE: return .tooLong
            case EAGAIN, ENOBUFS:
                let rest = Instant.now.duration(to: end)
                guard rest > .zero else { return .lost }
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, Int32(clamping: rest.microseconds / 1000 + 1))
            // The journal has a new socket.
            case ENOTCONN, ECONNREFUSED, ECONNRESET, EDESTADDRREQ, EPIPE:
                guard isConnected, connect(descriptor) else { return .lost }
                isConnected = false
            default: return .lost
            }
        }
    }

    private var descriptor: Int32? {
        state.withLock { state in
            if state.descriptor < 0 {
                let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
                state.descriptor = socket(AF_UNIX, kind, 0)
                var size = Self.bufferSize
                setsockopt(
                    state.descriptor,
                    SOL_SOCKET,
                    SO_SNDBUF,
                    &size,
                    socklen_t(MemoryLayout.size(ofValue: size))
                )
            }
            return state.descriptor < 0 ? nil : state.descriptor
        }
    }

    /// The size of the send buffer, as libsystemd sets it; the kernel gives as much as it allows.
    private static let bufferSize: Int32 = 8 << 20

    private func connect(_ descriptor: Int32) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private static func notice(lost: Int) -> [UInt8] {
        let entries = counted(lost, "entry", "entries")
        return LogEntry(.warning, "\(entries) of the log lost: the journal did not take them")
            .datagram
    }
}

extension LogEntry {
    /// The entry in the journal's native format; see `systemd.io/JOURNAL_NATIVE_PROTOCOL`.
    var datagram: [UInt8] {
        var bytes: [UInt8] = []
        for assignment in ["SYSLOG_IDENTIFIER=\(Self.program)"] + assignments {
            let text = Array(assignment.utf8)
            guard text.contains(UInt8(ascii: "\n")),
                let mark = text.firstIndex(of: UInt8(ascii: "="))
            else {
                bytes += text + [UInt8(ascii: "\n")]
                continue
            }
            // A value of several lines has its length in front, 64 bits little-endian.
            let value = text[(mark + 1)...]
            bytes += text[..<mark] + [UInt8(ascii: "\n")]
            withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes += $0 }
            bytes += value + [UInt8(ascii: "\n")]
        }
        return bytes
    }

    /// The name of this program, as libsystemd says it.
    private static let program: String = {
        slipway_program_name().map { String(cString: $0) } ?? "slipway"
    }()
}
