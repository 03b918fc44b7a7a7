internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// A connection on which one line goes out and one comes back.
@Loop
final class DeliveryConnection {
    /// The ways in which a connection ends.
    enum End: Sendable {
        /// The answer came; the line is without its newline.
        case line([UInt8])
        /// The peer closed the connection, or is gone, and has not read the whole line: it has not
        /// taken the action. A program that ends does that to connections that it has not accepted.
        case notTaken
        /// The kernel does not take the line, of which the peer has at most a part: the peer has
        /// not taken the action.
        case notSent(ErrorNumber)
        /// The peer closed the connection, or is gone, before its answer was whole.
        case lost
        /// The bytes that came are no answer.
        case misunderstood(String)
        /// The loop cannot watch the connection.
        case failed(LoopError)
    }

    /// The longest answer in bytes.
    nonisolated static let limit = 64 * 1024

    private let descriptor: Int32
    private var unsent: ArraySlice<UInt8>
    private var received: [UInt8] = []
    /// The peer cannot have read the whole line.
    private var isCutOff = false
    private var watch: DescriptorWatch?
    private var onEnd: (@Loop (End) -> Void)?

    /// Takes over a connected descriptor that does not block.
    nonisolated init(_ descriptor: Int32, _ request: [UInt8]) {
        self.descriptor = descriptor
        unsent = request[...]
    }

    /// Sends the request; `onEnd` is called once.
    func start(onEnd: @escaping @Loop (End) -> Void) {
        self.onEnd = onEnd
        do throws(LoopError) {
            watch = try DescriptorWatch(descriptor, for: [.readable, .writable]) { [weak self] _ in
                self?.proceed()
            }
        } catch {
            end(.failed(error))
        }
    }

    /// Closes the connection; to be called once, after the start.
    func close() {
        onEnd = nil
        stopWatching()
        Glibc.close(descriptor)
    }

    private func proceed() {
        send()
        receive()
    }

    private func send() {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                unsent = unsent.dropFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno == EPIPE || errno == ECONNRESET {
                // An answer that the peer sent before it left can still be read.
                unsent = []
                isCutOff = true
            } else if errno != EINTR {
                // The peer is there, and would wait for the rest of the line, while this side waits
                // for the answer.
                return end(.notSent(.current))
            }
        }
        watch?.watch(for: .readable)
    }

    private func receive() {
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while onEnd != nil {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count > 0 {
                received += chunk[..<count]
                check()
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                if let line { end(.line(line)) }
                return
            } else {
                // The kernel says so if the peer left bytes unread.
                if count < 0, errno == ECONNRESET { isCutOff = true }
                return end(endWithoutNewline)
            }
        }
    }

    /// The answer, once its newline has come.
    private var line: [UInt8]? {
        received.last == UInt8(ascii: "\n") ? received.dropLast() : nil
    }

    /// The end when the peer has closed the connection: a line without a newline is whole if it can
    /// be read.
    private var endWithoutNewline: End {
        if let line { return .line(line) }
        if !received.isEmpty { return .line(received) }
        return isCutOff ? .notTaken : .lost
    }

    private func check() {
        if let newline = received.firstIndex(of: UInt8(ascii: "\n")), newline < received.count - 1 {
            end(.misunderstood("it has more than one line"))
        } else if received.count > Self.limit {
            end(.misunderstood("it is longer than \(Self.limit) bytes"))
        }
    }

    private func end(_ end: End) {
        let onEnd = onEnd
        self.onEnd = nil
        stopWatching()
        onEnd?(end)
    }

    private func stopWatching() {
        watch?.cancel()
        watch = nil
    }
}
