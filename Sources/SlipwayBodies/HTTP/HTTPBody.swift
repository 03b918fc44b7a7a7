import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SlipwayConfiguration
import SlipwayJSON

/// A request about to be sent: every template filled in.
struct HTTPBody {
    private let name: String
    private let request: HTTPClientRequest
    private let expect: [Int]?
    private let output: HTTPSpecification.Output

    init(_ specification: HTTPSpecification, values: TemplateValues) throws {
        let url = try specification.url.render(values)
        name = requestName(method: specification.method.rawValue, url: url)
        expect = specification.expect
        output = specification.output

        var request = HTTPClientRequest(url: url)
        request.method = specification.method == .post ? .POST : .GET
        for (header, value) in specification.headers.sorted(by: { $0.key < $1.key }) {
            let value = try value.render(values)
            guard isHeaderName(header), isHeaderValue(value) else {
                throw HTTPError.invalidHeader(request: name, name: beginning(of: header.utf8))
            }
            request.headers.replaceOrAdd(name: header, value: value)
        }
        // Some services refuse a request without either.
        request.headers.addIfMissing("User-Agent", "slipway")
        if output == .json { request.headers.addIfMissing("Accept", "application/json") }
        if let body = specification.body {
            request.body = .bytes(ByteBuffer(string: try body.render(values)))
        }
        self.request = request
    }

    /// Sends the request and reads the answer.
    func run(with clients: HTTPClients) async throws -> JSON {
        try Task.checkCancellation()
        let (status, bytes) = try await answer(from: clients.client(followingRedirects: true))
        let isExpected = expect?.contains(Int(status.code)) ?? (200...299).contains(status.code)
        guard isExpected else {
            let text = "\(status.code) \(status.reasonPhrase)"
            throw HTTPError.unexpectedStatus(request: name, status: text, expected: expect)
        }
        do throws(OutputFault) {
            switch output {
            case .none: return .null
            // A 204 says in its status that there is nothing to read.
            case .json: return status == .noContent ? .null : try BodyOutput.json(bytes)
            case .text: return .string(try BodyOutput.text(bytes))
            }
        } catch {
            throw HTTPError.unreadable(
                request: name,
                expected: output == .json ? "JSON" : output.rawValue,
                reason: error.reason
            )
        }
    }

    private func answer(from client: HTTPClient) async throws -> (HTTPResponseStatus, [UInt8]) {
        do {
            // The operation's timeout is the engine's: it cancels this task.
            let response = try await client.execute(request, deadline: .distantFuture)
            let body = try await response.body.collect(upTo: bodyOutputLimit)
            return (response.status, Array(body.readableBytesView))
        } catch {
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            if error is NIOTooManyBytesError {
                throw HTTPError.tooLong(request: name, limit: bodyOutputLimit)
            }
            throw HTTPError.failed(request: name, reason: httpFailureReason(error))
        }
    }
}

extension HTTPHeaders {
    fileprivate mutating func addIfMissing(_ name: String, _ value: String) {
        if !contains(name: name) { add(name: name, value: value) }
    }
}

private func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty
        && name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default:
                "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
}

/// Line ends would let a value add headers of its own; no control character is of use.
private func isHeaderValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 == UInt8(ascii: "\t") || ($0 >= 0x20 && $0 != 0x7F) }
}
