internal import Glibc
internal import Slipway
internal import SlipwayLoop

/// One connection of a probe, on the event loop: one request, one answer, and the end.
@Loop
final class ProbeConnection {
    /// The longest that a connection may last, however slow its peer is.
    nonisolated static let patience = Duration.seconds(5)
    /// The time that the peer has to leave once it has its answer.
    private static let farewell = Duration.seconds(1)
    /// The most bytes that are read and thrown away after an answer: unread bytes could cost the
    /// peer that answer.
    private static let mostSurplus = 64 * 1024

    private enum Received {
        case bytes(Int)
        case nothingYet
        /// The peer has ended, or is gone.
        case end
    }

    private enum State {
        case reading
        /// The answer, with the number of its bytes that are sent.
        case writing([UInt8], sent: Int)
        /// The answer is sent; with the number of bytes that have come since then.
        case leaving(surplus: Int)
        case closed
    }

    /// When the connection was accepted.
    let began = Instant.now
    private let descriptor: Int32
    private let answer: @Loop (ProbeRequestReader.Outcome) -> ProbeResponse
    private let onEnd: @Loop () -> Void
    private var reader = ProbeRequestReader()
    private var state = State.reading
    /// When the connection is closed, whatever its peer does.
    private var end: Instant
    private var watch: DescriptorWatch?
    private var timer: Timer?

    /// Owns the descriptor, which does not block.
    ///
    /// - Parameters:
    ///   - descriptor: The connection.
    ///   - answer: Makes the answer.
    ///   - onEnd: Called once when it is closed.
    init(
        _ descriptor: Int32,
        answer: @escaping @Loop (ProbeRequestReader.Outcome) -> ProbeResponse,
        onEnd: @escaping @Loop () -> Void
    ) {
        self.descriptor = descriptor
        self.answer = answer
        self.onEnd = onEnd
        end = began.advanced(by: Self.patience)
    }

    /// Answers what has come already, and goes on with the rest as it comes.
    func start() {
        handle()
        guard !isClosed else { return }
        do throws(LoopError) {
            watch = try DescriptorWatch(descriptor, for: events) { [weak self] _ in
                self?.handle()
            }
        } catch {
            // Without the loop no further byte is noticed.
            return close()
        }
        setTimer()
    }

    /// Takes in what has come, whether the loop has noticed it or not.
    func look() { handle() }

    /// Closes the connection, answered or not.
    func close() {
        guard !isClosed else { return }
        state = .closed
        watch?.cancel()
        timer?.cancel()
        (watch, timer) = (nil, nil)
        Glibc.close(descriptor)
        onEnd()
    }

    /// The answer is sent: the connection only waits for its peer to leave.
    var isAnswered: Bool { if case .leaving = state { true } else { false } }

    private var isClosed: Bool { if case .closed = state { true } else { false } }

    private var events: DescriptorWatch.Events {
        if case .writing = state { .writable } else { .readable }
    }

    private func handle() {
        if case .reading = state { read() }
        if case .writing = state { write() }
        if case .leaving = state { discard() }
        watch?.watch(for: events)
    }

    private func read() {
        var outcome: ProbeRequestReader.Outcome?
        while outcome == nil {
            let received = receive { bytes in outcome = reader.take(bytes) }
            switch received {
            case .bytes: continue
            case .nothingYet: return
            case .end: return close()
            }
        }
        guard let outcome else { return }
        state = .writing(answer(outcome).bytes, sent: 0)
    }

    private func write() {
        guard case .writing(let bytes, var sent) = state else { return }
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                send(
                    descriptor,
                    bytes.baseAddress.map { $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                state = .writing(bytes, sent: sent)
                return
            }
            guard count > 0 else { return close() }
            sent += count
        }
        // Closing with bytes that are unread, or on their way, would reset the connection, and the
        // peer might lose the answer.
        shutdown(descriptor, Int32(SHUT_WR))
        state = .leaving(surplus: 0)
        end = min(end, .now.advanced(by: Self.farewell))
        if watch != nil { setTimer() }
    }

    private func setTimer() {
        timer?.cancel()
        timer = Timer(at: end) { [weak self] in self?.close() }
    }

    private func discard() {
        guard case .leaving(let before) = state else { return }
        var surplus = before
        while surplus < Self.mostSurplus {
            switch receive({ _ in }) {
            case .bytes(let count): surplus += count
            case .nothingYet:
                state = .leaving(surplus: surplus)
                return
            case .end: return close()
            }
        }
        close()
    }

    /// Reads what is there, up to 2 KiB.
    private func receive(_ take: (UnsafeRawBufferPointer) -> Void) -> Received {
        withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 1) { buffer in
            while true {
                let count = recv(
                    descriptor,
                    buffer.baseAddress,
                    buffer.count,
                    Int32(MSG_DONTWAIT)
                )
                if count > 0 {
                    take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    return .bytes(count)
                }
                if count < 0, errno == EINTR { continue }
                return count < 0 && errno == EAGAIN ? .nothingYet : .end
            }
        }
    }
}
