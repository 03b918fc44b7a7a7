internal import SlipwayConfiguration

/// The answer of a server.
struct HTTPAnswer: Sendable {
    /// The status code.
    let code: Int
    /// The code and its words, as `404 Not Found`.
    let status: String
    /// The `Location` header.
    var location: String?
    /// The `Content-Type` header.
    var type: String?
    /// The `ETag` header.
    var etag: String?
    /// The `Retry-After` header.
    var retryAfter: String?
    /// The body, decompressed; empty if it is not wanted.
    var body: [UInt8] = []
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
