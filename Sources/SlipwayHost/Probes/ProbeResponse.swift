/// The answer to one request.
struct ProbeResponse: Hashable {
    /// The status of HTTP.
    enum Status: Int, Hashable {
        case ok = 200
        case badRequest = 400
        case notFound = 404
        case methodNotAllowed = 405
        case headTooLarge = 431
        case unavailable = 503
        case versionNotSupported = 505

        fileprivate var reason: String {
            switch self {
            case .ok: "OK"
            case .badRequest: "Bad Request"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .headTooLarge: "Request Header Fields Too Large"
            case .unavailable: "Service Unavailable"
            case .versionNotSupported: "HTTP Version Not Supported"
            }
        }
    }

    var status: Status
    /// The text in one line, without a line break.
    var text: String
    /// The request asks for all but the body.
    var isHead = false

    /// The whole answer, after which the connection ends.
    var bytes: [UInt8] {
        let body = Array((text + "\n").utf8)
        var head = """
            HTTP/1.1 \(status.rawValue) \(status.reason)\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: \(body.count)\r
            Cache-Control: no-store\r
            Connection: close\r

            """
        if status == .methodNotAllowed { head += "Allow: GET, HEAD\r\n" }
        return Array((head + "\r\n").utf8) + (isHead ? [] : body)
    }
}
