internal import AsyncHTTPClient
internal import NIOHTTP1
internal import SlipwayConfiguration
internal import SlipwaySystem

extension HTTPClient.Request {
    /// The request as the client sends it.
    init(_ request: HTTPRequest) throws {
        var headers = HTTPHeaders()
        for (name, value) in request.headers.sorted(by: { $0.key.text < $1.key.text }) {
            headers.add(name: name.text, value: value)
        }
        // Some services refuse a request without it.
        headers.addIfMissing("User-Agent", "slipway/\(Version.current)")
        if let accept = request.accept { headers.addIfMissing("Accept", accept) }
        // The compressions that the client can undo.
        headers.addIfMissing("Accept-Encoding", "gzip, deflate")
        try self.init(
            url: request.url.text,
            method: HTTPMethod(rawValue: request.method.rawValue),
            headers: headers,
            body: request.body.map { .string($0) }
        )
    }
}

extension HTTPHeaders {
    fileprivate mutating func addIfMissing(_ name: String, _ value: String) {
        if !contains(name: name) { add(name: name, value: value) }
    }
}
