internal import CSlipwayProcess
internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// The private notify socket of one process of a program.
///
/// Only messages of the program's processes count, which may run as another user. A process may
/// have ended by the time its message is read, as systemd-notify(1) does, and then its tree is
/// unknown: the message counts if the process was of this user or of the program's, because the
/// path is hard to guess.
@Loop
final class NotifyListener {
    /// The number of messages that are read before the loop runs its other work.
    private static let slice = 32
    /// The number of messages that the kernel holds at most, by default (net.unix.max_dgram_qlen
    /// under systemd).
    private static let capacity = 512

    let path: String
    /// The processes whose messages count, once they run.
    var tree: ProcessTree?
    /// The file of the socket; `nil` if that was gone at once.
    private var file: FileIdentity?
    /// The users whose processes count, too, when they have ended meanwhile.
    private let users: Set<uid_t>
    private var descriptor: Int32
    private var watch: DescriptorWatch?
    private var take: (@Loop (ProgramMessage) -> Void)?
    /// Gets the first process whose message did not count.
    private var refused: (@Loop (pid_t) -> Void)?

    /// Binds a socket.
    ///
    /// - Parameters:
    ///   - folder: Where, without a slash at its end.
    ///   - user: The program's user; `nil` for this process's.
    ///   - take: Gets each message.
    ///   - refused: Gets the number of the first process whose message does not count.
    /// - Throws: The reason in words.
    init(
        in folder: String,
        for user: uid_t?,
        take: @escaping @Loop (ProgramMessage) -> Void,
        refused: @escaping @Loop (pid_t) -> Void
    ) throws(ChildFailure) {
        path = "\(folder)/\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        users = [geteuid(), user ?? geteuid()]
        self.take = take
        self.refused = refused
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw Self.failure(path) }
        do throws(ChildFailure) {
            try bind()
        } catch {
            close()
            throw error
        }
    }

    private func bind() throws(ChildFailure) {
        guard let address = SocketAddress(unix: path) else {
            throw .notStarted("its notify socket '\(path)' has a path that is too long")
        }
        guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
            throw Self.failure(path)
        }
        var isOn: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // A program may run as another user.
        guard chmod(path, 0o666) == 0,
            setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &isOn, size) == 0
        else { throw Self.failure(path) }
        file = FileIdentity(at: path)
        do throws(LoopError) {
            watch = try DescriptorWatch(descriptor, for: .readable) { [self] _ in
                read(atMost: Self.slice)
            }
        } catch {
            throw .notStarted("\(error)")
        }
    }

    private static func failure(_ path: String) -> ChildFailure {
        .notStarted("cannot bind its notify socket '\(path)': \(ErrorNumber.current)")
    }

    /// The socket's file is where the program looks for it: a cleaner of old files may have removed
    /// it.
    var isInPlace: Bool { file != nil && FileIdentity(at: path) == file }

    /// Reads all that has arrived.
    func read() { read(atMost: Self.capacity) }

    private func read(atMost limit: Int) {
        var bytes = [UInt8](repeating: 0, count: ProgramMessage.limit)
        for _ in 0..<limit where descriptor >= 0 {
            var datagram = slipway_datagram()
            let error = bytes.withUnsafeMutableBytes { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return EAGAIN }
                return slipway_receive_datagram(descriptor, base, UInt64(buffer.count), &datagram)
            }
            guard error == 0 else { return }
            guard counts(datagram) else {
                refused?(datagram.pid)
                refused = nil
                continue
            }
            guard datagram.length <= bytes.count,
                let message = ProgramMessage(bytes.prefix(Int(datagram.length)))
            else { continue }
            take?(message)
        }
    }

    private func counts(_ datagram: slipway_datagram) -> Bool {
        tree?.contains(datagram.pid) ?? users.contains(datagram.uid)
    }

    /// Removes the socket.
    func close() {
        watch?.cancel()
        watch = nil
        take = nil
        refused = nil
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
        unlink(path)
    }
}
