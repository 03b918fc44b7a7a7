internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// Writes records to a descriptor that other processes share, or to the journal's socket, without
/// blocking the loop.
///
/// `sd_journal_sendv` would block as long as the journal does not read.
@Loop
final class OutputSink {
    /// The number of bytes that may wait to be written before further records are dropped.
    private static let limit = 1 << 20

    /// The ways to write without blocking.
    private enum Way {
        /// A socket: each call has `MSG_DONTWAIT`.
        case socket
        /// A pipe or a terminal, opened again, so that its mode is not shared with other processes.
        case reopened
        /// A file, which is always ready; or a pipe that cannot be opened again, written in pieces
        /// that fit when there is room.
        case shared
        /// The journal's socket: a record is one datagram.
        case journal(SocketAddress)
        /// There is nothing to write to.
        case nowhere
    }

    private var descriptor: Int32
    private let way: Way
    private var pending: [[UInt8]] = []
    /// The number of bytes of the first pending record that are written.
    private var written = 0
    private var pendingSize = 0
    private var dropped = 0
    /// Counts the writes that took something.
    private(set) var progress = 0
    private var watch: DescriptorWatch?
    private var onRoom: [@Loop () -> Void] = []
    private let lossNote: @Loop (Int) -> [UInt8]
    private let makeWatch: MakeWatch

    typealias MakeWatch =
        @Loop (Int32, @escaping @Loop () -> Void) throws(LoopError) ->
        DescriptorWatch

    /// Prepares to write.
    ///
    /// - Parameters:
    ///   - destination: Where to; its descriptor must stay open.
    ///   - makeWatch: Watches a descriptor for room.
    ///   - lossNote: The record that tells how many bytes were lost.
    init(
        _ destination: OutputDestination,
        makeWatch: @escaping MakeWatch = { descriptor, onRoom throws(LoopError) in
            try DescriptorWatch(descriptor, for: .writable) { _ in onRoom() }
        },
        lossNote: @escaping @Loop (Int) -> [UInt8]
    ) {
        self.lossNote = lossNote
        self.makeWatch = makeWatch
        switch destination {
        case .journal(let path):
            descriptor = -1
            way = SocketAddress(unix: path).map { .journal($0) } ?? .nowhere
        case .stream(let descriptor), .lines(let descriptor):
            (self.descriptor, way) = Self.way(to: descriptor)
        }
    }

    private static func way(to descriptor: Int32) -> (Int32, Way) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return (descriptor, .shared) }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return (descriptor, .socket)
        case S_IFIFO, S_IFCHR:
            let flags = O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
            let reopened = open("/proc/self/fd/\(descriptor)", flags)
            return reopened >= 0 ? (reopened, .reopened) : (descriptor, .shared)
        default: return (descriptor, .shared)
        }
    }

    /// Records wait to be written.
    var isBlocked: Bool { !pending.isEmpty }

    /// Calls `body` once everything is written.
    func whenRoom(_ body: @escaping @Loop () -> Void) { onRoom.append(body) }

    /// Calls all that wait for room, though there is none.
    func letGo() {
        let waiting = onRoom
        onRoom = []
        for body in waiting { body() }
    }

    /// Writes a record, now or later; one beyond the limit is dropped and counted.
    func write(_ record: [UInt8]) {
        guard pendingSize + record.count <= Self.limit else {
            dropped += record.count
            return
        }
        pending.append(record)
        pendingSize += record.count
        if pending.count == 1 { flush() }
    }

    /// Writes what waits, as far as there is room.
    func flush() {
        var done = 0
        var isThereRoom = false
        while done < pending.count {
            let count = write(pending[done][written...])
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                forget(done)
                return watchForRoom()
            }
            if count < 0 {
                // A full disk is reported once there is room; a closed pipe has no reader to report
                // to.
                if errno != EPIPE { dropped += pending[done].count - written }
            } else {
                written += count
                progress += 1
                isThereRoom = true
                if written < pending[done].count { continue }
            }
            written = 0
            done += 1
        }
        forget(done)
        guard dropped > 0, isThereRoom else { return callWaiting() }
        let note = lossNote(dropped)
        dropped = 0
        write(note)
    }

    /// Removes records that were written, or cannot be.
    private func forget(_ count: Int) {
        pendingSize -= pending.prefix(count).reduce(0) { $0 + $1.count }
        pending.removeFirst(count)
    }

    /// Calls the waiting bodies.
    private func callWaiting() {
        watch?.cancel()
        watch = nil
        letGo()
    }

    /// Writes a part of a record; returns the number of bytes, or -1 with `errno`.
    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        switch way {
        case .nowhere: return bytes.count
        case .socket:
            return bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
        case .journal(let address):
            guard connectToJournal(address) else { return -1 }
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, flags)
            }
            // The journal has a new socket.
            if count < 0, [ECONNREFUSED, ENOTCONN, ECONNRESET].contains(errno) { disconnect() }
            return count
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

    private func connectToJournal(_ address: SocketAddress) -> Bool {
        guard descriptor < 0 else { return true }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return false }
        guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            let code = errno
            close(descriptor)
            errno = code
            return false
        }
        self.descriptor = descriptor
        return true
    }

    private func disconnect() {
        let code = errno
        watch?.cancel()
        watch = nil
        close(descriptor)
        descriptor = -1
        errno = code
    }

    private func watchForRoom() {
        guard watch == nil else { return }
        watch = try? makeWatch(descriptor) { [self] in flush() }
        guard watch == nil else { return }
        // Without memory for the watch the records are dropped, and the readers that wait for room
        // go on.
        dropped += pendingSize - written
        forget(pending.count)
        written = 0
        callWaiting()
    }
}
