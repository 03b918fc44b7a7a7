internal import SlipwayConfiguration

/// The answer of a server.
struct HTTPAnswer: Sendable {
    /// The status code.
    let code: Int
    /// The code and its words, as `404 Not Found`.
    let status: String
    /// The lines of the head, in order, with names in lower case.
    var lines: [(name: String, value: String)] = []
    /// The body, decompressed; empty if it is not wanted.
    var body: [UInt8] = []
}

extension HTTPAnswer {
    var location: String? { first("location") }
    var type: String? { first("content-type") }
    /// The compression of the body; `nil` for none.
    var encoding: String? {
        first("content-encoding").flatMap { $0.isEmpty || $0.lowercased() == "identity" ? nil : $0 }
    }
    var etag: String? { first("etag") }
    var retryAfter: String? { first("retry-after") }
    var date: String? { first("date") }

    /// Of a header that is there several times the first counts.
    private func first(_ name: String) -> String? { lines.first { $0.name == name }?.value }

    /// The values of some headers, by their names in lower case; of one that is there several times all of
    /// them, joined as RFC 9110 (5.3) has it.
    func values(of names: [String]) -> [(name: String, value: String)] {
        names.compactMap { name in
            let values = lines.filter { $0.name == name }.map(\.value)
            return values.isEmpty ? nil : (name, values.joined(separator: ", "))
        }
    }
}

/// The progress of a request without a whole answer.
enum HTTPProgress: Sendable {
    /// The host is being looked up.
    case lookingUp
    /// There is no connection, or no TLS on it.
    case connecting
    /// The request is on its way, or at the server.
    case connected
    /// So many bytes of the body are here.
    case answering(status: String, bytes: Int)
}

extension HTTPProgress: CustomStringConvertible {
    var description: String {
        switch self {
        case .lookingUp: "the host is being looked up"
        case .connecting: "not connected"
        case .connected: "connected, 0 bytes"
        case .answering(let status, let bytes): "connected, \(status), \(bytes) bytes of the body"
        }
    }
}
