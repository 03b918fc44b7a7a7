internal import NIOCore

/// One connection on the event loop: bytes to calls, one call at a time, replies to bytes.
///
/// Calls that arrive while one is being answered stay in the splitter as bytes; when too many
/// wait, reads are held back and the peer's writes block. Nothing here runs off the loop.
final class Connection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let router: Router
    private let limits: ControlLimits
    private let peer: Peer
    /// Told at the first bytes.
    private var onFirstBytes: (() -> Void)?
    private var splitter: FrameSplitter
    private let frameClock: FrameClock
    private var context: ChannelHandlerContext?
    /// The call that is being answered.
    private var current: CallOutbox?
    private var isPumping = false
    private var isReadHeld = false
    private var isInputEnded = false
    private var isClosing = false

    init(router: Router, limits: ControlLimits, peer: Peer, onFirstBytes: @escaping () -> Void) {
        self.router = router
        self.limits = limits
        self.peer = peer
        self.onFirstBytes = onFirstBytes
        splitter = FrameSplitter(limit: limits.frameSize)
        frameClock = FrameClock(limit: TimeAmount(limits.frameTime))
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelInactive(context: ChannelHandlerContext) {
        isClosing = true
        frameClock.cancel()
        let call = current
        current = nil
        call?.peerWentAway()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        onFirstBytes?()
        onFirstBytes = nil
        guard !isClosing else { return }
        splitter.append(unwrapInboundIn(data).readableBytesView)
        pump(context)
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = !wantsInput
        if !isReadHeld { context.read() }
        watchFrame(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            isInputEnded = true
            pump(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { pump(context) }
        context.fireChannelWritabilityChanged()
    }

    private var wantsInput: Bool {
        !isClosing && splitter.waiting < limits.waitingCalls
            && splitter.byteCount <= limits.frameSize
    }

    /// Answers what can be answered now.
    ///
    /// Not reentrant: a call that is answered at once lets the loop below go on.
    private func pump(_ context: ChannelHandlerContext) {
        guard !isPumping else { return }
        isPumping = true
        do throws(WireFault) {
            while current == nil, !isClosing, context.channel.isWritable,
                let frame = try splitter.next()
            {
                answer(try VarlinkCall(decoding: frame), context)
            }
        } catch {
            closeWhenFlushed(context)
        }
        isPumping = false
        context.flush()
        if isInputEnded, current == nil, splitter.waiting == 0 { closeWhenFlushed(context) }
        if isReadHeld, wantsInput {
            isReadHeld = false
            context.read()
        }
        watchFrame(context)
    }

    private func answer(_ call: VarlinkCall, _ context: ChannelHandlerContext) {
        switch router.route(call) {
        case .reply(let reply):
            if call.mode != .oneway { write(reply.frame, context) }
        case .service(let service):
            let loop = context.eventLoop
            let connection = NIOLoopBound(self, eventLoop: loop)
            let number = splitter.taken
            let outbox = CallOutbox(limit: limits.unreadOutput) {
                if loop.inEventLoop {
                    connection.value.fetch(number)
                } else {
                    loop.execute { connection.value.fetch(number) }
                }
            }
            current = outbox
            service.call(call, from: peer, reply: ReplySink(mode: call.mode, outbox: outbox))
        }
    }

    /// Takes the replies of the call with that number; it may have ended by now.
    private func fetch(_ number: Int) {
        guard let context, let current, number == splitter.taken else { return }
        let contents = current.fetch()
        if !contents.bytes.isEmpty {
            // Only a stream comes here while more than the limit waits to be read.
            guard context.channel.isWritable else { return context.close(promise: nil) }
            write(contents.bytes, context)
            if !isPumping { context.flush() }
        }
        switch contents.end {
        case nil: break
        case .abandoned, .overflown: context.close(promise: nil)
        case .replied:
            self.current = nil
            // Never from here: whoever replies may hold a lock that the next call needs.
            guard !isPumping else { return }
            let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.eventLoop.execute { connection.value.resume() }
        }
    }

    private func resume() {
        if let context { pump(context) }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }

    /// Ends the connection once the peer has read what it is owed, or has had the time to.
    private func closeWhenFlushed(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
        let close: @Sendable () -> Void = { connection.value.context?.close(promise: nil) }
        let patience = context.eventLoop.scheduleTask(in: TimeAmount(limits.frameTime), close)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
            patience.cancel()
            close()
        }
    }

    /// Sees to it that a call whose end does not arrive closes the connection, as long as it is us
    /// who wait for the peer.
    private func watchFrame(_ context: ChannelHandlerContext) {
        let isAwaited = splitter.hasPartialFrame && !isReadHeld && !isClosing
        frameClock.watch(isAwaited ? splitter.taken + splitter.waiting : nil, on: context.channel)
    }
}
