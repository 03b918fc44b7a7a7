internal import NIOCore
internal import NIOHTTP1

/// An answer with a status below 100, which there is not.
struct NoSuchStatus: Error, Hashable {
    let code: UInt
}

extension NoSuchStatus: CustomStringConvertible {
    var description: String {
        "the server does not speak HTTP as it should: its status is \(code); there is none below 100"
    }
}

/// Turns away the answers that the HTTP client would end the process at.
///
/// The client takes every status below 200, but for 101, for the announcement of another one, and
/// traps at a body or an end before that. From 100 on the decoder of a connection gives it neither;
/// nor does it give it anything that is not the answer to a request, at which the client would trap
/// as well. So only statuses below 100 are left.
final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasRefused = false

    /// Puts one behind the decoder of a connection that was just made, with or without TLS.
    ///
    /// To be called in the connection's event loop, before anything arrives.
    static func add(to connection: any Channel) -> EventLoopFuture<Void> {
        connection.eventLoop.makeCompletedFuture {
            let pipeline = connection.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(AnswerGuard(), position: .after(decoder))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The rest of what was refused.
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
