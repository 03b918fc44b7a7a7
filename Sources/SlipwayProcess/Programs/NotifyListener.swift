internal import CSlipwayProcess
internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// The private notify socket of one process of a program.
///
/// Its path is hard to guess, and messages count only from this user's processes and from the
/// program's own session, which may run as another user.
@Loop
final class NotifyListener {
    /// How many messages are read before the loop runs its other work.
    private static let slice = 32

    let path: String
    /// The leader of the session whose messages count, whatever its user.
    var leader: pid_t = 0
    private var descriptor: Int32
    private var watch: DescriptorWatch?
    private var take: (@Loop (ProgramMessage) -> Void)?

    /// Binds a socket.
    ///
    /// - Parameters:
    ///   - folder: Where, without a slash at its end.
    ///   - take: Gets each message.
    /// - Throws: The reason in words.
    init(
        in folder: String,
        take: @escaping @Loop (ProgramMessage) -> Void
    ) throws(ChildFailure) {
        path = "\(folder)/\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        self.take = take
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
        do throws(LoopError) {
            watch = try DescriptorWatch(descriptor, for: .readable) { [self] _ in read() }
        } catch {
            throw .notStarted("\(error)")
        }
    }

    private static func failure(_ path: String) -> ChildFailure {
        .notStarted("cannot bind its notify socket '\(path)': \(ErrorNumber.current)")
    }

    /// Reads what has arrived.
    func read() {
        var bytes = [UInt8](repeating: 0, count: ProgramMessage.limit)
        for _ in 0..<Self.slice where descriptor >= 0 {
            var datagram = slipway_datagram()
            let error = bytes.withUnsafeMutableBytes { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return EAGAIN }
                return slipway_receive_datagram(descriptor, base, UInt64(buffer.count), &datagram)
            }
            guard error == 0 else { return }
            guard datagram.length <= bytes.count, counts(datagram),
                let message = ProgramMessage(bytes.prefix(Int(datagram.length)))
            else { continue }
            take?(message)
        }
    }

    private func counts(_ datagram: slipway_datagram) -> Bool {
        datagram.uid == geteuid() || (leader > 0 && getsid(datagram.pid) == leader)
    }

    /// Removes the socket.
    func close() {
        watch?.cancel()
        watch = nil
        take = nil
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
        unlink(path)
    }
}
