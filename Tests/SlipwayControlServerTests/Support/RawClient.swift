import Glibc
import SlipwayInterface
import SlipwaySystem
import SlipwayVarlink
import Testing

/// A connection that sends and receives raw bytes; fails after 10 s instead of hanging.
final class RawClient {
    private let descriptor: Int32
    private var splitter = FrameSplitter(limit: 64 * 1024 * 1024)

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        let address = try #require(SocketAddress(unix: path))
        try #require(address.withPointer { connect(descriptor, $0, $1) } == 0)
    }

    deinit { Glibc.close(descriptor) }

    /// Sends the bytes; stops when the server has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ call: VarlinkCall) { send(call.frame) }

    /// Sends at most `count` copies of `frame` until the server has stopped reading for a while;
    /// returns how many it took whole.
    func sendUntilBlocked(_ frame: [UInt8], count: Int) -> Int {
        for sent in 0..<count {
            var rest = frame[...]
            while !rest.isEmpty {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&entry, 1, 300) == 1 else { return sent }
                let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                let part = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
                }
                rest = rest.dropFirst(max(0, part))
            }
        }
        return count
    }

    /// The next reply; `nil` when the server closed the connection.
    func reply() throws -> VarlinkReply? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            if let frame = try splitter.next() { return try VarlinkReply(decoding: frame) }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            try #require(count >= 0 || errno == ECONNRESET, "no reply within 10 s")
            guard count > 0 else { return nil }
            splitter.append(chunk[..<count])
        }
    }

    /// Reads that many bytes of replies without parsing them.
    func skip(_ count: Int) throws {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        var rest = count
        while rest > 0 {
            let read = recv(descriptor, &chunk, min(chunk.count, rest), 0)
            try #require(read > 0, "no reply within 10 s, \(rest) bytes missing")
            rest -= read
        }
    }

    /// Bytes have arrived.
    var hasReply: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    func call(_ call: VarlinkCall) throws -> VarlinkReply? {
        send(call)
        return try reply()
    }

    /// Stops sending; replies still arrive.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }
}
