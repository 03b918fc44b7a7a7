internal import SlipwaySystem

/// Reads the head of one request of HTTP/1 from bytes as they come.
///
/// Each byte is looked at once. Lines may end without a carriage return, as RFC 9112 allows.
/// Whatever that forbids in the first line, in the names of headers and in `Host` and
/// `Content-Length` is a fault, as is a body; other headers are not looked into.
struct ProbeRequestReader {
    /// The most bytes of a request.
    static let limit = 8 * 1024

    /// The result of reading.
    enum Outcome: Hashable {
        case request(ProbeRequest)
        case fault(ProbeFault)
    }

    private var bytes: [UInt8] = []
    /// The beginning of the line that is not complete yet.
    private var lineStart = 0
    private var request: (parsed: ProbeRequest, needsHost: Bool)?
    private var hasHost = false
    private var hasLength = false

    /// Takes further bytes.
    ///
    /// - Returns: The request, or its fault, after which nothing more is to be taken; `nil` while
    ///   it is not complete.
    mutating func take(_ more: some Collection<UInt8>) -> Outcome? {
        var next = bytes.count
        bytes += more
        while next < bytes.count {
            guard next < Self.limit else { return .fault(.tooLarge) }
            let byte = bytes[next]
            next += 1
            // A peer of another protocol would wait for an answer, and this reader for the end of a
            // line.
            if request == nil, !Self.isOfFirstLine(byte) { return .fault(foreign) }
            guard byte == UInt8(ascii: "\n") else { continue }
            var line = bytes[lineStart..<next - 1]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            lineStart = next
            do throws(ProbeFault) {
                if let request = try take(line: line) { return .request(request) }
            } catch {
                return .fault(error)
            }
        }
        return nil
    }

    /// The fault of bytes that cannot begin a request.
    private var foreign: ProbeFault {
        let isTLS = bytes.first == Self.handshake
        return .malformed(
            isTLS ? "it is TLS, and this port speaks HTTP without it" : "it is not HTTP"
        )
    }

    /// The first byte of TLS.
    private static let handshake: UInt8 = 0x16

    private static func isOfFirstLine(_ byte: UInt8) -> Bool {
        0x20...0x7E ~= byte || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
    }

    /// - Returns: The request, after its last line.
    private mutating func take(line: ArraySlice<UInt8>) throws(ProbeFault) -> ProbeRequest? {
        guard let request else {
            // A client may have sent an empty line too many before.
            if !line.isEmpty { self.request = try Self.request(line) }
            return nil
        }
        guard !line.isEmpty else {
            guard hasHost || !request.needsHost else { throw .malformed("it has no Host") }
            return request.parsed
        }
        try take(field: line)
        return nil
    }

    private static func request(
        _ line: ArraySlice<UInt8>
    ) throws(ProbeFault) -> (ProbeRequest, Bool) {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(ASCII.isToken),
            !words[1].isEmpty, words[1].allSatisfy({ 0x21...0x7E ~= $0 })
        else { throw .malformed("its first line is not METHOD PATH HTTP/1.1") }
        let version = String(decoding: words[2], as: UTF8.self)
        guard ["HTTP/1.0", "HTTP/1.1"].contains(version) else {
            guard version.hasPrefix("HTTP/"), version.utf8.count == 8 else {
                throw .malformed("its first line does not end in HTTP/1.1")
            }
            throw .version
        }
        let method = String(decoding: words[0], as: UTF8.self)
        let request = ProbeRequest(method: method, path: path(of: words[1]))
        return (request, version == "HTTP/1.1")
    }

    /// The path of a target, which may be a whole URL.
    private static func path(of target: ArraySlice<UInt8>) -> String {
        var path = String(decoding: target.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)[...]
        if path.lowercased().hasPrefix("http://") {
            path = path.dropFirst("http://".utf8.count).drop { $0 != "/" }
        }
        return path.isEmpty ? "/" : String(path)
    }

    private mutating func take(field line: ArraySlice<UInt8>) throws(ProbeFault) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(ASCII.isToken)
        else { throw .malformed("a header is not NAME: VALUE") }
        let rest = line[line.index(after: colon)...]
        guard rest.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
            throw .malformed("a header has a control character")
        }
        let value = Self.trimmed(rest)
        switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
        case "host":
            guard !hasHost else { throw .malformed("it has two Hosts") }
            guard value.allSatisfy(Self.isOfHost) else {
                throw .malformed("its Host is not NAME or NAME:PORT")
            }
            hasHost = true
        case "content-length":
            guard !hasLength else { throw .malformed("it has two Content-Lengths") }
            guard !value.isEmpty, value.allSatisfy(ASCII.isDigit)
            else { throw .malformed("its Content-Length is not a number") }
            hasLength = true
            guard value.allSatisfy({ $0 == UInt8(ascii: "0") }) else { throw .hasBody }
        case "transfer-encoding": throw .hasBody
        default: break
        }
    }

    /// A value without the blanks around it.
    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }
        var value = value.drop(while: isBlank)
        while let last = value.last, isBlank(last) { value.removeLast() }
        return value
    }

    /// A byte of a host with its port: a registered name, an address, or one of IPv6 in brackets
    /// (RFC 3986).
    private static func isOfHost(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
    }
}
