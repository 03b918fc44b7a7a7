internal import Glibc
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwaySystem
internal import SlipwayVarlink

/// One connection on the event loop: reads calls, has them answered one at a time, and sends the
/// replies.
///
/// Calls that arrive while one is being answered stay in the splitter as bytes; when too many wait,
/// the connection stops reading and the peer's writes block. A peer that does not read gets no
/// further answers.
@Loop
final class Connection {
    let id: ConnectionSlots.ID
    let peer: Peer
    let descriptor: Int32
    let table: ConnectionTable
    let router: Router
    let limits: ControlLimits
    var splitter: FrameSplitter
    var outgoing: OutgoingQueue
    /// The call that is being answered, and the number of calls so far.
    var current: CallOutbox?
    var number = 0
    /// The memory that the table counts for the connection.
    var load = ConnectionLoad()
    /// The connection is in the queue of those with calls.
    var isQueued = false
    var isInputEnded = false
    /// Nothing is read any more; the bytes in ``outgoing`` are still sent.
    private(set) var isEnding = false
    private(set) var isClosed = false
    private var watch: DescriptorWatch?
    private var clock: ConnectionClock?

    /// Owns the descriptor, which does not block, from ``start()`` on.
    init(
        _ id: ConnectionSlots.ID,
        descriptor: Int32,
        peer: Peer,
        table: ConnectionTable,
        router: Router,
        limits: ControlLimits
    ) {
        self.id = id
        self.descriptor = descriptor
        self.peer = peer
        self.table = table
        self.router = router
        self.limits = limits
        splitter = FrameSplitter(limit: limits.frameSize)
        outgoing = OutgoingQueue(limit: limits.unreadOutput)
    }

    /// Watches the connection from now on.
    ///
    /// - Throws: The connection cannot be watched; the descriptor is still the caller's.
    func start() throws(LoopError) {
        watch = try DescriptorWatch(descriptor, for: .readable) { [weak self] events in
            self?.handle(events)
        }
        clock = ConnectionClock(limit: limits.frameTime) { [weak self] lateness in
            self?.cutOff(lateness)
        }
    }

    /// Closes the connection: at once, or, if replies wait to be sent, when the peer has taken them
    /// or the time for that is over.
    ///
    /// - Parameter refusal: The answer to calls without one; `nil` for no answer.
    func end(refusing refusal: VarlinkError? = nil) {
        guard !isClosed, !isEnding else { return }
        if let refusal { refuseCalls(refusal) }
        isEnding = true
        abandonCall()
        splitter.removeAll()
        send()
        watchForNext()
    }

    /// Closes the connection and tells the service that works on its call.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        watch?.cancel()
        watch = nil
        clock?.cancel()
        clock = nil
        Glibc.close(descriptor)
        outgoing.removeAll()
        splitter.removeAll()
        abandonCall()
        table.remove(self)
    }

    /// Tells the service that works on the call that the caller is gone.
    func abandonCall() {
        let call = current
        current = nil
        call?.peerWentAway()
    }

    private func handle(_ events: DescriptorWatch.Events) {
        if events.contains(.writable) {
            send()
            answer()
        }
        if wantsInput {
            read()
        } else if !events.isDisjoint(with: [.hungUp, .failed]), !isQueued {
            // No peer is left to read a reply.
            close()
        }
        watchForNext()
    }

    private func cutOff(_ lateness: ConnectionClock.Lateness) {
        switch lateness {
        case .sending: table.report(.halfSentCall(peer))
        case .reading: table.report(.readerCutOff(peer))
        }
        close()
    }

    /// Watches for the events that can come next, and reports the connection's state to the table.
    func watchForNext() {
        guard !isClosed else { return }
        var events: DescriptorWatch.Events = []
        if wantsInput { events.insert(.readable) }
        if !outgoing.isEmpty { events.insert(.writable) }
        watch?.watch(for: events)
        table.note(self, isIdle: current == nil && splitter.byteCount == 0 && outgoing.isEmpty)
        // The small replies of a call that continues have their own limit.
        let small = outgoing.backlog.allBytes - outgoing.large.reduce(0) { $0 + $1.count }
        let load = ConnectionLoad(
            input: splitter.byteCount,
            output: current == nil ? small : 0,
            large: outgoing.large
        )
        guard table.note(self, load: load) else {
            table.report(.tooMuchInput(peer))
            return close()
        }
        // The server waits for the peer, unless it holds input back.
        let isCallAwaited = splitter.hasPartialFrame && wantsInput
        // A stream has a limit of unread bytes instead of a time limit, except while a single reply
        // is larger than that.
        let isReaderAwaited =
            !outgoing.isEmpty && (current == nil || outgoing.backlog.oversized > 0)
        clock?.watch(
            sending: isCallAwaited ? splitter.taken + splitter.waiting : nil,
            reading: isReaderAwaited ? outgoing.sentBytes : nil
        )
    }
}
