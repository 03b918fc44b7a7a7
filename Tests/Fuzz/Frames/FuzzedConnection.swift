internal import Glibc
internal import SlipwayInterface
internal import SlipwaySystem
internal import SlipwayVarlink

/// A connection that carries one case at a time.
struct FuzzedConnection {
    /// The time for which a case may keep the connection; a longer wait is abandoned.
    private static let patience = Duration.milliseconds(20)

    /// A call that no service answers, sent behind a case: its refusal marks the end of the case.
    private static let question = VarlinkCall("org.slipway.Fuzz.IsDone").frame
    private static let answer = VarlinkReply.error(.interfaceNotFound("org.slipway.Fuzz"))

    let descriptor: Int32
    /// The case in progress.
    private(set) var current: Int?
    private var unsent: ArraySlice<UInt8> = []
    private var splitter = FrameSplitter(limit: 64 << 20)
    private var deadline = ContinuousClock.now

    /// Connects; `nil` if no daemon listens.
    init?(_ path: String) {
        guard let address = SocketAddress(unix: path) else { return nil }
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        descriptor = socket(AF_UNIX, Int32(kind), 0)
        guard descriptor >= 0 else { return nil }
        guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
    }

    func close() { Glibc.close(descriptor) }

    /// The events to wait for with `poll`.
    var awaited: pollfd {
        pollfd(
            fd: descriptor,
            events: Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT),
            revents: 0
        )
    }

    /// Starts a case; if it `isWhole`, its last frame ends with a NUL.
    mutating func begin(_ index: Int, _ bytes: [UInt8], isWhole: Bool) {
        current = index
        unsent = (bytes + (isWhole ? [0] : []) + Self.question)[...]
        deadline = ContinuousClock.now.advanced(by: Self.patience)
        send()
    }

    /// The state of the connection.
    enum State {
        case busy, free
        /// It must be closed: the daemon did so, or the case keeps it too long.
        case over
    }

    /// Sends and receives what it can.
    ///
    /// - Throws: The received bytes are not a reply.
    mutating func proceed() throws(Broken) -> State {
        send()
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 || count < 0 && errno != EAGAIN { return .over }
            if count < 0 { return ContinuousClock.now < deadline ? .busy : .over }
            splitter.append(buffer[..<count])
            if try takeReplies() {
                current = nil
                return .free
            }
        }
    }

    /// Tells whether the case is done.
    private mutating func takeReplies() throws(Broken) -> Bool {
        do throws(WireFault) {
            while let frame = try splitter.next() {
                if try VarlinkReply(decoding: frame) == Self.answer { return true }
            }
            return false
        } catch {
            throw Broken("what slipwayd said is not a reply: \(error)")
        }
    }

    private mutating func send() {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(
                    descriptor,
                    $0.baseAddress,
                    $0.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            guard count > 0 else { return }
            unsent = unsent.dropFirst(count)
        }
    }
}
