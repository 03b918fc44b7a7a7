import Foundation
import Synchronization

/// A small HTTP server on its own threads, so that it shares nothing with the tested code.
final class HTTPTestServer: Sendable {
    struct Request: Sendable {
        /// The request line, the headers, and the body if there is one.
        let lines: [String]
    }

    enum Answer: Sendable {
        case bytes([UInt8])
        /// The connection stays open for another request.
        case kept(String)
        /// The connection stays open, and silent after these bytes.
        case silence(after: String)
        /// The connection is reset after these bytes.
        case reset(after: String)
        /// The second text is repeated until the client closes the connection, with a pause of so many
        /// microseconds.
        case endless(String, again: String, every: UInt32 = 0)

        static let never = Answer.silence(after: "")

        static func text(_ text: String) -> Answer { .bytes(Array(text.utf8)) }

        static func ok(_ body: String) -> Answer { status("200 OK", body: body) }

        static func status(
            _ status: String,
            headers: [String] = [],
            body: String = ""
        ) -> Answer {
            .status(status, headers: headers, bytes: Array(body.utf8))
        }

        static func status(
            _ status: String,
            headers: [String] = [],
            bytes: [UInt8]
        ) -> Answer {
            let length = status.hasPrefix("204") ? [] : ["Content-Length: \(bytes.count)"]
            let head = ["HTTP/1.1 \(status)"] + headers + length + ["Connection: close"]
            return .bytes(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + bytes)
        }

        static func redirect(_ status: String, to location: String) -> Answer {
            .status(status, headers: ["Location: \(location)"])
        }
    }

    /// `nil` closes the connection without an answer.
    typealias Answering = @Sendable (Request) -> Answer?

    struct Failure: Error {
        let number = errno
    }

    let port: Int
    private let listener: Int32
    private let silent = Mutex<[Int32]>([])

    /// Listens on a free port of 127.0.0.1.
    convenience init(_ answer: @escaping Answering) throws {
        let (listener, port) = try Self.bound()
        guard listen(listener, 16) == 0 else { throw Failure() }
        self.init(listener: listener, port: port, answer)
    }

    /// Listens on a Unix socket.
    convenience init(path: String, _ answer: @escaping Answering) throws {
        self.init(listener: try Self.bound(path: path, listening: true), port: 0, answer)
    }

    private init(listener: Int32, port: Int, _ answer: @escaping Answering) {
        self.listener = listener
        self.port = port
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection >= 0 {
                    Thread.detachNewThread { [self] in serve(connection, answer) }
                } else if errno == EINVAL {
                    // Shut down.
                    break
                } else {
                    // No descriptors, as some tests want; the connection waits.
                    usleep(1000)
                }
            }
            close(listener)
        }
    }

    /// Stops the server and closes its open connections.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        silent.withLock { connections in
            for connection in connections { close(connection) }
            connections = []
        }
    }

    private func serve(_ connection: Int32, _ answering: Answering) {
        guard let request = read(from: connection), let answer = answering(request) else {
            close(connection)
            return
        }
        switch answer {
        case .kept(let text):
            write(Array(text.utf8), to: connection)
            return serve(connection, answering)
        case .silence(let text):
            write(Array(text.utf8), to: connection)
            silent.withLock { $0.append(connection) }
            return
        case .bytes(let bytes):
            write(bytes, to: connection)
        case .reset(let text):
            write(Array(text.utf8), to: connection)
            var now = linger(l_onoff: 1, l_linger: 0)
            let size = socklen_t(MemoryLayout<linger>.size)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, size)
        case .endless(let start, let again, let pause):
            var goesOn = write(Array(start.utf8), to: connection)
            let again = Array(again.utf8)
            while goesOn {
                goesOn = write(again, to: connection)
                if pause > 0 { usleep(pause) }
            }
        }
        close(connection)
    }

    /// Writes all bytes; returns whether that succeeded.
    @discardableResult
    private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func read(from connection: Int32) -> Request? {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            // A TLS handshake is not for this server.
            if buffer[0] == 0x16 { return Request(lines: []) }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            var lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
            let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
                .flatMap { Int($0.split(separator: " ").last ?? "") }
            let body = text[end.upperBound...]
            if body.utf8.count < length ?? 0 { continue }
            if !body.isEmpty { lines.append(String(body)) }
            return Request(lines: lines)
        }
    }

    /// A bound TCP socket that does not listen yet.
    private static func bound() throws -> (Int32, Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard result else { throw Failure() }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A port without a listener.
    static func unusedPort() throws -> Int {
        let (descriptor, port) = try bound()
        close(descriptor)
        return port
    }

    /// A bound Unix socket.
    static func bound(path: String, listening: Bool) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard result == 0, !listening || listen(descriptor, 16) == 0 else { throw Failure() }
        return descriptor
    }
}

/// Counts from 0.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
