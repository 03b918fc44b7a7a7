internal import Glibc
package import SlipwayLoop
internal import SlipwaySystem

/// Writes children's standard error to a descriptor that other processes share, without blocking
/// the loop.
@Loop
package final class OutputSink {
    /// How many bytes may wait to be written before further ones are dropped.
    private static let limit = 1 << 20

    /// How to write without blocking.
    private enum Way {
        /// A socket: each call has the flag.
        case socket
        /// A pipe or a terminal, opened again: its mode is not shared with other processes.
        case reopened
        /// A file, which is always ready; or a pipe that cannot be opened again, written in pieces
        /// that fit when there is room.
        case shared
    }

    private let descriptor: Int32
    private let way: Way
    private var pending: [UInt8] = []
    private var dropped = 0
    private var watch: DescriptorWatch?
    private var onRoom: [@Loop () -> Void] = []

    /// Prepares to write to `descriptor`, which must stay open.
    package init(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            (self.descriptor, way) = (descriptor, .shared)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: (self.descriptor, way) = (descriptor, .socket)
        case S_IFIFO, S_IFCHR:
            let flags = O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
            let reopened = open("/proc/self/fd/\(descriptor)", flags)
            (self.descriptor, way) = reopened >= 0 ? (reopened, .reopened) : (descriptor, .shared)
        default: (self.descriptor, way) = (descriptor, .shared)
        }
    }

    /// Whether bytes wait to be written.
    var isBlocked: Bool { !pending.isEmpty }

    /// Calls `body` once everything is written.
    func whenRoom(_ body: @escaping @Loop () -> Void) { onRoom.append(body) }

    /// Writes whole lines, now or later; bytes beyond the limit are dropped and counted.
    func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        guard pending.count + bytes.count <= Self.limit else {
            dropped += bytes.count
            return
        }
        pending += bytes
        flush()
    }

    private func flush() {
        var written = 0
        while written < pending.count {
            let count = write(pending[written...])
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                pending.removeFirst(written)
                return watchForRoom()
            }
            guard count > 0 else {
                // A full disk is reported once there is room; a closed pipe has no reader to report
                // to.
                if errno != EPIPE { dropped += pending.count - written }
                return settle()
            }
            written += count
        }
        guard dropped > 0 else { return settle() }
        let note = "slipway: \(dropped) bytes of children's output could not be written in time\n"
        dropped = 0
        pending = Array(note.utf8)
        flush()
    }

    /// Forgets the pending bytes and calls the waiting bodies.
    private func settle() {
        pending = []
        watch?.cancel()
        watch = nil
        let waiting = onRoom
        onRoom = []
        for body in waiting { body() }
    }

    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        switch way {
        case .socket:
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            return bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
        case .reopened:
            return bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        case .shared:
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, 0) != 0 else {
                errno = EAGAIN
                return -1
            }
            let piece = bytes.prefix(Int(PIPE_BUF))
            return piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    private func watchForRoom() {
        guard watch == nil else { return }
        watch = try? DescriptorWatch(descriptor, for: .writable) { [self] _ in flush() }
        // Without memory for the watch the bytes are dropped.
        if watch == nil { pending = [] }
    }
}
