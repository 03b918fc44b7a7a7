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
    /// The compressions of the body, in lower case and in the order in which they were applied.
    var encodings: [String] {
        values(of: ["content-encoding"]).flatMap { $0.value.split(separator: ",") }
            .map { $0.trimmed.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
    }
    var etag: String? { first("etag") }
    var retryAfter: String? { first("retry-after") }
    var date: String? { first("date") }

    /// The value of a header; of one that is there several times, the first.
    private func first(_ name: String) -> String? { lines.first { $0.name == name }?.value }

    /// The values of some headers, by their names in lower case.
    ///
    /// Several values of one header are joined, as RFC 9110 (5.3) has it.
    func values(of names: [String]) -> [(name: String, value: String)] {
        names.compactMap { name in
            let values = lines.filter { $0.name == name }.map(\.value)
            return values.isEmpty ? nil : (name, values.joined(separator: ", "))
        }
    }
}

extension Substring {
    /// The text without the blanks and tabs around it.
    var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = drop(while: isBlank)
        return start.lastIndex { !isBlank($0) }.map { start[...$0] } ?? ""
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
