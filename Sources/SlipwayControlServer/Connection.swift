internal import Glibc
internal import SlipwayControl
internal import SlipwayLoop
internal import SlipwaySystem

/// One connection on the event loop: bytes to calls, one call at a time, replies to bytes.
///
/// Calls that arrive while one is being answered stay in the splitter as bytes; when too many
/// wait, reads are held back and the peer's writes block. The same holds for a peer that does not
/// read: it gets no further answers.
@Loop
final class Connection {
    let id: ConnectionPlaces.ID
    let peer: Peer
    let descriptor: Int32
    let table: ConnectionTable
    let router: Router
    let limits: ControlLimits
    var splitter: FrameSplitter
    var outgoing: OutgoingQueue
    /// The call that is being answered, and how many there were.
    var current: CallOutbox?
    var number = 0
    /// What the table counts it as.
    var load = ConnectionLoad()
    /// Whether calls are left for the next turn.
    var isWaitingForTurn = false
    var isInputEnded = false
    /// Nothing is read any more; what is in ``outgoing`` is still sent.
    private(set) var isEnding = false
    private(set) var isClosed = false
    private var watch: DescriptorWatch?
    private var clock: ConnectionClock?

    /// Owns the descriptor, which does not block, once ``start()`` has returned.
    init(
        _ id: ConnectionPlaces.ID,
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
    /// - Throws: It cannot be watched; the descriptor is still the caller's.
    func start() throws(LoopError) {
        watch = try DescriptorWatch(descriptor, for: .readable) { [weak self] events in
            self?.handle(events)
        }
        clock = ConnectionClock(limit: limits.frameTime) { [weak self] lateness in
            self?.cutOff(lateness)
        }
    }

    /// Closes the connection: at once, or, if replies wait to be sent, once the peer has taken
    /// them or has had the time to.
    ///
    /// - Parameter refusal: What the calls are answered that have no answer yet; `nil`: nothing.
    func end(refusing refusal: VarlinkError? = nil) {
        guard !isClosed, !isEnding else { return }
        if let refusal { refuseCalls(refusal) }
        isEnding = true
        abandonCall()
        splitter.removeAll()
        send()
        settle()
    }

    /// Closes the connection; the service that works on its call is told.
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

    /// Tells the service that works on the call that its caller is gone.
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
        } else if !events.isDisjoint(with: [.hungUp, .failed]), !isWaitingForTurn {
            // No peer is left to read a reply.
            close()
        }
        settle()
    }

    private func cutOff(_ lateness: ConnectionClock.Lateness) {
        switch lateness {
        case .sending: table.report(.halfSentCall(peer))
        case .reading: table.report(.readerCutOff(peer))
        }
        close()
    }

    /// Waits for what can come next.
    func settle() {
        guard !isClosed else { return }
        var events: DescriptorWatch.Events = []
        if wantsInput { events.insert(.readable) }
        if !outgoing.isEmpty { events.insert(.writable) }
        watch?.watch(for: events)
        table.note(self, isIdle: current == nil && splitter.byteCount == 0 && outgoing.isEmpty)
        // The small replies of a call that goes on have a limit of their own.
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
        // It is us who wait for the peer, unless input is held back.
        let isCallAwaited = splitter.hasPartialFrame && wantsInput
        // A stream is cut off by what its reader owes, not by the time it takes; but what is
        // larger than that may not stay for ever.
        let isReaderAwaited =
            !outgoing.isEmpty && (current == nil || outgoing.backlog.oversized > 0)
        do throws(LoopError) {
            try clock?.watch(
                sending: isCallAwaited ? splitter.taken + splitter.waiting : nil,
                reading: isReaderAwaited ? outgoing.sentBytes : nil
            )
        } catch {
            table.report(.cannotServe(error.reason, peer))
            close()
        }
    }
}
