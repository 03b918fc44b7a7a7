import Foundation
import Glibc
import SlipwaySystem
import SlipwayTestSupport
import Testing

/// One that asks at the place of probes, with bytes of its own; fails after 10 s instead of hanging.
final class ProbePeer: Sendable {
    /// The answer to a probe.
    struct Answer: Hashable {
        /// The status; `nil` if there was no answer.
        var status: Int?
        /// All of it.
        var whole: String

        /// What follows the head.
        var body: String {
            whole.range(of: "\r\n\r\n").map { String(whole[$0.upperBound...]) } ?? ""
        }
    }

    private let descriptor: Int32

    /// Connects.
    init(_ address: ListenAddress) throws {
        let place: SocketAddress
        switch address {
        case .unix(let path): place = try #require(SocketAddress(unix: path))
        case .tcp(.ipv6(let host), let port):
            place = try #require(InternetAddress(ipv6: host)).socketAddress(port: port)
        case .tcp(.ipv4(let host), let port):
            place = try #require(InternetAddress(ipv4: host)).socketAddress(port: port)
        case .tcp(.every, let port):
            place = try #require(InternetAddress(ipv4: "127.0.0.1")).socketAddress(port: port)
        }
        descriptor = socket(place.family, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        guard place.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            throw ErrorNumber.current
        }
    }

    deinit { close(descriptor) }

    /// Sends bytes, as many as are taken.
    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends nothing more.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The other side has ended the connection.
    var hasLeft: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK))
        return count == 0 || count < 0 && errno != EAGAIN
    }

    /// Reads to the end.
    func answer() -> Answer {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(descriptor, &part, part.count, 0), count > 0 {
            bytes += part[..<count]
        }
        let whole = String(decoding: bytes, as: UTF8.self)
        let words = whole.split(separator: " ", maxSplits: 2)
        return Answer(status: words.count == 3 ? Int(words[1]) : nil, whole: whole)
    }

    /// Asks for a path; `nil` if nobody listens.
    static func ask(_ address: ListenAddress, _ path: String) throws -> Answer? {
        let peer: ProbePeer
        do {
            peer = try ProbePeer(address)
        } catch let error as ErrorNumber where [ECONNREFUSED, ENOENT].contains(error.rawValue) {
            return nil
        }
        peer.send("GET \(path) HTTP/1.1\r\nHost: tests\r\n\r\n")
        return peer.answer()
    }

    /// A TCP port of 127.0.0.1 at which nobody listens.
    static func freePort() throws -> UInt16 {
        let place = InternetAddress.everyIPv4.socketAddress(port: 0)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try #require(place.withPointer { bind(descriptor, $0, $1) } == 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        try #require(result == 0)
        return UInt16(bigEndian: address.sin_port)
    }
}
