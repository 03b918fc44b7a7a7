internal import Glibc
internal import SlipwayControl
internal import SlipwaySystem

/// A connection that one case at a time goes over.
struct FuzzedConnection {
    /// How long a case may keep the connection: what waits longer is left.
    private static let patience = Duration.milliseconds(20)

    /// A call that nobody serves, sent behind a case: its refusal says that the case is over.
    private static let question = VarlinkCall("org.slipway.Fuzz.IsDone").frame
    private static let answer = VarlinkReply.error(.interfaceNotFound("org.slipway.Fuzz"))

    let descriptor: Int32
    /// The case that is on its way.
    private(set) var current: Int?
    private var unsent: ArraySlice<UInt8> = []
    private var splitter = FrameSplitter(limit: 64 << 20)
    private var deadline = ContinuousClock.now

    /// Connects; `nil` if there is nobody to connect to.
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

    /// What to wait for with `poll`.
    var awaited: pollfd {
        pollfd(
            fd: descriptor,
            events: Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT),
            revents: 0
        )
    }

    /// Begins a case; if it `isWhole`, its last frame ends with a NUL.
    mutating func begin(_ index: Int, _ bytes: [UInt8], isWhole: Bool) {
        current = index
        unsent = (bytes + (isWhole ? [0] : []) + Self.question)[...]
        deadline = ContinuousClock.now.advanced(by: Self.patience)
        send()
    }

    /// What has become of the connection.
    enum State {
        case busy, free
        /// It is to be closed: the daemon did so, or the case keeps it too long.
        case over
    }

    /// Sends and receives what can be.
    ///
    /// - Throws: What came is not a reply.
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

    /// Whether the case was dealt with.
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
