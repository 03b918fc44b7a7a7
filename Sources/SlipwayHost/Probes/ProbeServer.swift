internal import Glibc
internal import Slipway
internal import SlipwayControlServer
internal import SlipwayLoop
internal import SlipwaySystem

/// Answers the probes that come to one socket, on the event loop.
@Loop
final class ProbeServer {
    /// The most connections at a time.
    nonisolated static let slots = 64
    /// The time that a connection may be without its answer while others wait for its slot.
    ///
    /// A probe has sent its request by then, and a full backlog of silent peers is through before
    /// others have waited for a second.
    nonisolated static let shortPatience = Duration.milliseconds(5)
    /// The number of connections that are accepted before the loop runs its other work.
    private static let acceptsAtOnce = 64

    /// The socket, which the server owns.
    let socket: ProbeSocket
    private let answer: @Loop (ProbeRequestReader.Outcome) -> ProbeResponse
    private let onTrouble: @Sendable (String) -> Void
    private var connections: [Int: ProbeConnection] = [:]
    private var lastNumber = 0
    private var watch: DescriptorWatch?
    private var backoff = AcceptBackoff()
    /// Runs while the listening socket is not watched.
    private var timer: Timer?

    /// Answers from now on.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - answer: Makes an answer.
    ///   - onTrouble: Called with what an operator should know; must not block.
    /// - Throws: The loop cannot watch the socket, which is still the caller's.
    init(
        _ socket: ProbeSocket,
        answer: @escaping @Loop (ProbeRequestReader.Outcome) -> ProbeResponse,
        onTrouble: @escaping @Sendable (String) -> Void
    ) throws(LoopError) {
        self.socket = socket
        self.answer = answer
        self.onTrouble = onTrouble
        watch = try DescriptorWatch(socket.descriptor, for: .readable) { [weak self] _ in
            self?.accept(atMost: Self.acceptsAtOnce)
        }
    }

    /// Stops listening; peers that have asked still get their answer.
    ///
    /// So do peers that have only connected, if they ask within ``ProbeConnection/patience``,
    /// unless there are more than ``slots``: then the oldest of them have to leave.
    func end() {
        guard watch != nil else { return }
        socket.hide()
        accept(atMost: Int(ListeningSocket.backlog), isLast: true)
        watch?.cancel()
        timer?.cancel()
        (watch, timer) = (nil, nil)
        socket.end()
    }

    /// - Parameters:
    ///   - limit: The most connections to accept.
    ///   - isLast: Whether the backlog is closed afterwards: connections that are there already have
    ///     had their time.
    private func accept(atMost limit: Int, isLast: Bool = false) {
        for _ in 0..<limit {
            guard connections.count < Self.slots || makeRoom(isUrgent: isLast) else { return }
            let descriptor = Glibc.accept(socket.descriptor, nil, nil)
            if descriptor >= 0 {
                backoff.reset()
                serve(descriptor)
                continue
            }
            let reason = ErrorNumber.current
            switch reason.rawValue {
            case EAGAIN: return
            case EINTR, ECONNABORTED: continue
            default:
                if isLast, makeRoom(isUrgent: true) { continue }
                onTrouble("a probe has to wait: \(reason)")
                return rest(until: .now.advanced(by: backoff.next()))
            }
        }
    }

    private func serve(_ descriptor: Int32) {
        // Children are started with every descriptor closed, so none can inherit it in between.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        lastNumber += 1
        let number = lastNumber
        // Held until it is closed, so that the last connections are answered after the server's
        // end.
        let connection = ProbeConnection(descriptor, answer: answer) { self.remove(number) }
        connections[number] = connection
        connection.start()
    }

    private func remove(_ number: Int) {
        let wasFull = connections.count >= Self.slots
        connections[number] = nil
        if wasFull { goOn() }
    }

    /// Frees a slot for a connection: the oldest one that is answered has to leave, or else the
    /// oldest one, if it had time enough.
    ///
    /// - Parameter isUrgent: Whether no time is left.
    /// - Returns: `false` while no slot is free; the next connections wait in the backlog.
    private func makeRoom(isUrgent: Bool) -> Bool {
        let answered = connections.filter { $0.value.isAnswered }.keys.min()
        guard let number = answered ?? connections.keys.min(), let leaving = connections[number]
        else { return false }
        let due = leaving.began.advanced(by: Self.shortPatience)
        guard isUrgent || leaving.isAnswered || due <= .now else {
            rest(until: due)
            return false
        }
        // The request of this connection may have come in this very instant.
        leaving.look()
        leaving.close()
        return true
    }

    /// Does not look for new connections until an instant.
    private func rest(until instant: Instant) {
        guard let watch else { return }
        watch.watch(for: [])
        timer?.cancel()
        timer = Timer(at: instant) { [weak self] in self?.goOn() }
    }

    private func goOn() {
        timer?.cancel()
        timer = nil
        watch?.watch(for: .readable)
    }
}
