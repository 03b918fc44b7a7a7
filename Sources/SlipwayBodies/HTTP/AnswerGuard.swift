internal import NIOCore
internal import NIOHTTP1

/// An answer with a status below 100, which HTTP does not have.
struct NoSuchStatus: Error, Hashable {
    let code: UInt
}

extension NoSuchStatus: CustomStringConvertible {
    var description: String {
        "the server does not speak HTTP as it should: its status is \(code); there is none below 100"
    }
}

/// Refuses the answers at which the HTTP client would end the process.
///
/// The client takes every status below 200, except 101, for an interim answer, and traps at a body
/// or an end after it. From status 100 on, the connection's decoder delivers neither; nor does it
/// deliver anything that answers no request, at which the client would trap too. That leaves
/// statuses below 100.
final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasRefused = false

    /// Adds a guard behind the decoder of a new connection, with or without TLS.
    ///
    /// Call it in the connection's event loop, before anything arrives.
    static func add(to connection: any Channel) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            let pipeline = connection.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(AnswerGuard(), position: .after(decoder))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The rest of a refused answer.
        if hasRefused { return }
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            hasRefused = true
            context.fireErrorCaught(NoSuchStatus(code: head.status.code))
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}
