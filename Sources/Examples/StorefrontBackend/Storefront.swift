import NIOCore
import NIOHTTP1
import NIOPosix

/// Starts to listen; each connection has its own ``Storefront``.
func listen(
    at address: Options.Address,
    on group: any EventLoopGroup,
    delay: TimeAmount
) -> EventLoopFuture<any Channel> {
    let bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                try channel.pipeline.syncOperations.addHandler(Storefront(delay: delay))
            }
        }
    switch address {
    case .port(let port):
        return bootstrap.bind(host: "127.0.0.1", port: port)
    case .socket(let path):
        return bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true)
    }
}

/// Answers the requests of one connection in order.
final class Storefront: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let delay: TimeAmount
    private var head: HTTPRequestHead?

    init(delay: TimeAmount) {
        self.delay = delay
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: delay) {
                let (storefront, context) = bound.value
                storefront.write(answer(to: head), to: head, in: context)
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Anything but HTTP gets no answer.
        context.close(promise: nil)
    }

    private func write(
        _ answer: Answer,
        to request: HTTPRequestHead,
        in context: ChannelHandlerContext
    ) {
        var head = HTTPResponseHead(version: request.version, status: answer.status)
        if let json = answer.json {
            head.headers.add(name: "Content-Type", value: "application/json")
            head.headers.add(name: "Content-Length", value: "\(json.utf8.count)")
        }
        head.headers.add(name: "Connection", value: request.isKeepAlive ? "keep-alive" : "close")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let json = answer.json, request.method != .HEAD {
            let body = context.channel.allocator.buffer(string: json)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            if !request.isKeepAlive { bound.value.close(promise: nil) }
        }
    }
}

/// A status and, except for 204, a JSON document.
private struct Answer {
    var status = HTTPResponseStatus.ok
    var json: String?
}

private func answer(to request: HTTPRequestHead) -> Answer {
    let parts = request.uri.split(separator: "?", maxSplits: 1)
    let path = parts.first.map(String.init) ?? "/"
    guard request.method == .GET || request.method == .HEAD else {
        return Answer(status: .methodNotAllowed, json: #"{"error":"only GET is served here"}"#)
    }
    switch path {
    case "/me":
        return Answer(json: #"{"id":"u-1042","name":"Ada","plan":"gold"}"#)
    case "/toggles":
        let user = parts.dropFirst().first?.split(separator: "&").first { $0.hasPrefix("user=") }
        guard let user, user.count > "user=".count else {
            return Answer(status: .badRequest, json: #"{"error":"write /toggles?user=ID"}"#)
        }
        // Half of the users get the new checkout.
        let isPilot = user.utf8.last.map { $0.isMultiple(of: 2) } ?? false
        return Answer(json: #"{"checkout-v2":\#(isPilot),"dark-mode":true,"reviews":false}"#)
    case "/healthz":
        return Answer(status: .noContent)
    default:
        return Answer(status: .notFound, json: #"{"error":"known are /me, /toggles and /healthz"}"#)
    }
}
