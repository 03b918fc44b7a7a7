import Glibc

/// A connection of HTTP/1.1, whose requests are answered in order.
struct Connection {
    /// The most bytes of a request's head.
    private static let longestHead = 64 << 10

    private let descriptor: Int32
    /// The bytes that have come, and belong to the next request.
    private var input: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Answers requests until one side ends the connection, or what comes is not HTTP.
    consuming func serve(delay: Duration) {
        defer { close(descriptor) }
        while let request = next() {
            if delay > .zero { usleep(UInt32(delay / .microseconds(1))) }
            guard send(answer(to: request), to: request), request.isKeptAlive else { return }
        }
    }

    /// Reads a request; `nil` at the end.
    private mutating func next() -> Request? {
        var searched = 0
        while true {
            if let end = input[searched...].firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: input[..<end.lowerBound], as: UTF8.self)
                input.removeSubrange(..<end.upperBound)
                guard let request = Request(head) else { return nil }
                while input.count < request.bodyLength { guard receive() else { return nil } }
                input.removeFirst(request.bodyLength)
                return request
            }
            searched = max(0, input.count - 3)
            guard input.count < Self.longestHead, receive() else { return nil }
        }
    }

    private mutating func receive() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count > 0 { input += bytes[..<count] }
        return count > 0
    }

    private func send(_ answer: Answer, to request: Request) -> Bool {
        let body = answer.json ?? ""
        var lines = ["HTTP/1.1 \(answer.status)"]
        if !body.isEmpty {
            lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        }
        lines += ["Connection: \(request.isKeptAlive ? "keep-alive" : "close")", "", ""]
        let text = lines.joined(separator: "\r\n") + (request.method == "HEAD" ? "" : body)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// The head of a request, as far as it matters here.
struct Request {
    let method: Substring
    let target: Substring
    let isKeptAlive: Bool
    let bodyLength: Int

    /// Reads a head; `nil` for anything but HTTP/1, and for a body without a length or longer than
    /// a megabyte.
    init?(_ head: String) {
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        func header(_ name: String) -> String? {
            lines.dropFirst().first { $0.lowercased().hasPrefix("\(name):") }
                .map { $0.dropFirst(name.utf8.count + 1).filter { $0 != " " }.lowercased() }
        }
        guard header("transfer-encoding") == nil,
            let length = Int(header("content-length") ?? "0"), 0...1 << 20 ~= length
        else { return nil }
        method = words[0]
        target = words[1]
        let connection = header("connection")
        isKeptAlive = words[2] == "HTTP/1.0" ? connection == "keep-alive" : connection != "close"
        bodyLength = length
    }
}
