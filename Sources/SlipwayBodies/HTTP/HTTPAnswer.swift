internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import SlipwayConfiguration
internal import Synchronization

/// What a server answered.
struct HTTPAnswer: Sendable {
    /// The status code.
    let code: Int
    /// The code and its words, as `404 Not Found`.
    let status: String
    /// The `Location` header.
    let location: String?
    /// The `Content-Type` header.
    var type: String?
    /// The body, decompressed; empty if it is not wanted.
    var body: [UInt8] = []
}

/// A body that is longer than it may be.
struct BodyTooLong: Error {}

/// How far a request without a whole answer has come.
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

/// Collects an answer on the client's thread until it is whole or its body is not wanted.
final class AnswerCollector: HTTPClientResponseDelegate {
    typealias Response = HTTPAnswer

    private let limit: Int?
    private let isConnected = Atomic(false)
    private let wantsBody: @Sendable (Int) -> Bool
    private let onEnough: @Sendable (HTTPAnswer) -> Void
    private let answer = Mutex<HTTPAnswer?>(nil)
    /// How many bytes of the body have come.
    private let received = Atomic(0)

    /// - Parameters:
    ///   - limit: The most bytes of a body; `nil` to read one of any length and drop it.
    ///   - wantsBody: Whether the body of an answer with this status code is wanted.
    ///   - onEnough: Called with the answer when its body is not wanted or is empty.
    init(
        limit: Int?,
        wantsBody: @escaping @Sendable (Int) -> Bool,
        onEnough: @escaping @Sendable (HTTPAnswer) -> Void
    ) {
        self.limit = limit
        self.wantsBody = wantsBody
        self.onEnough = onEnough
    }

    /// How far the request has come.
    var progress: HTTPProgress {
        if let answer = answer.withLock(\.self) {
            let bytes = received.load(ordering: .relaxed)
            return .answering(status: Quoting.shown(answer.status), bytes: bytes)
        }
        return isConnected.load(ordering: .relaxed) ? .connected : .connecting
    }

    func didSendRequestHead(task: HTTPClient.Task<HTTPAnswer>, _ head: HTTPRequestHead) {
        isConnected.store(true, ordering: .relaxed)
    }

    func didReceiveHead(
        task: HTTPClient.Task<HTTPAnswer>,
        _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
        let code = Int(head.status.code)
        let words = head.status.reasonPhrase
        let received = HTTPAnswer(
            code: code,
            status: words.isEmpty ? "\(code)" : "\(code) \(words)",
            location: head.headers.first(name: "Location"),
            type: head.headers.first(name: "Content-Type")
        )
        answer.withLock { $0 = received }
        // An empty answer may be declared compressed; the client would expect compressed bytes.
        if Self.isEmpty(head) || !wantsBody(code) { onEnough(received) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    /// Whether the head says that no body follows.
    private static func isEmpty(_ head: HTTPResponseHead) -> Bool {
        [204, 304].contains(head.status.code)
            || head.headers[canonicalForm: "Content-Length"].contains("0")
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<HTTPAnswer>,
        _ part: ByteBuffer
    ) -> EventLoopFuture<Void> {
        received.add(part.readableBytes, ordering: .relaxed)
        guard let limit else { return task.eventLoop.makeSucceededVoidFuture() }
        let fits = answer.withLock { answer in
            guard let count = answer?.body.count, count + part.readableBytes <= limit else {
                return false
            }
            answer?.body.append(contentsOf: part.readableBytesView)
            return true
        }
        return fits
            ? task.eventLoop.makeSucceededVoidFuture()
            : task.eventLoop.makeFailedFuture(BodyTooLong())
    }

    func didFinishRequest(task: HTTPClient.Task<HTTPAnswer>) throws -> HTTPAnswer {
        // The head comes first; a request without one ends with an error instead.
        guard let answer = answer.withLock(\.self) else {
            throw HTTPClientError.remoteConnectionClosed
        }
        return answer
    }
}
