internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwaySystem
internal import SlipwayVarlink

extension Connection {
    /// The number of bytes of replies that are collected before they are sent.
    private static let burst = 64 * 1024
    /// The number of reads that one call may take before other connections are served.
    private static let readsAtOnce = 16

    /// The peer has sent bytes that were not read yet.
    var hasUnreadInput: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// The connection reads now.
    var wantsInput: Bool {
        guard !isClosed, !isEnding, !isInputEnded else { return false }
        return splitter.waiting < limits.waitingCalls && splitter.byteCount <= limits.frameSize
    }

    /// Reads and answers what has arrived, up to the end of a call.
    func read() {
        for _ in 0..<Self.readsAtOnce where wantsInput {
            let taken = splitter.taken
            switch table.buffer.read(from: descriptor) {
            case .bytes(let bytes): splitter.append(bytes)
            case .end: isInputEnded = true
            case .nothingYet: return watchForNext()
            case .failed: return close()
            }
            answer()
            if splitter.taken != taken { break }
        }
        watchForNext()
    }

    /// Answers the calls that can be answered now; if other connections of the user wait, queues
    /// behind them.
    func answer() {
        guard !isClosed, !isEnding else { return }
        guard !table.ready.areWaiting(of: peer.uid) else { return answerLater() }
        answerForSlice()
    }

    /// Answers after other connections were served.
    func answerLater() {
        guard !isQueued else { return }
        isQueued = true
        table.ready.add(self)
    }

    /// Answers calls; called when the queue has reached this connection.
    func takeSlice() {
        isQueued = false
        guard !isClosed, !isEnding else { return }
        answerForSlice()
        watchForNext()
    }

    private func answerForSlice() {
        let end = Instant.now.advanced(by: limits.timeSlice)
        var isOver = false
        do throws(WireFault) {
            while !isOver, current == nil, !isClosed, makeRoomForReplies(),
                let frame = try splitter.next()
            {
                answer(try VarlinkCall(decoding: frame))
                isOver = Instant.now >= end
            }
        } catch {
            table.report(.notACall(error, peer))
            // The input may be of several megabytes by now, and none of it is a call.
            splitter.removeAll()
            outgoing.append(SharedFrame(.error(error.varlinkError)))
            return self.end()
        }
        // An incomplete call counts too: it may be too long already.
        if isOver, splitter.byteCount > 0 { answerLater() }
        send()
        // The peer may have read meanwhile, and no event will report the room in the socket.
        if outgoing.isEmpty, current == nil, splitter.waiting > 0, !table.isHeld(self) {
            answerLater()
        }
        if isInputEnded, current == nil, splitter.waiting == 0 { self.end() }
    }

    private func makeRoomForReplies() -> Bool {
        func hasRoom() -> Bool {
            outgoing.backlog.bytes < Self.burst && outgoing.backlog.oversized == 0
        }
        if !hasRoom() { send() }
        return hasRoom() && (splitter.waiting == 0 || table.mayAnswer(self))
    }

    private func answer(_ call: VarlinkCall) {
        switch router.route(call) {
        case .reply(let reply):
            if call.mode != .oneway { outgoing.append(SharedFrame(reply)) }
        case .service(let service):
            number += 1
            let outbox = CallOutbox(
                limit: limits.unreadOutput,
                isOneway: call.mode == .oneway
            ) { [self, number] in
                Loop.post { self.fetch(number) }
            }
            current = outbox
            service.call(call, from: peer, reply: ReplySink(mode: call.mode, outbox: outbox))
            collect(from: outbox)
            if current != nil { beginWaiting(call) }
        }
    }

    /// Makes a call that was not answered at once wait, if it may.
    private func beginWaiting(_ call: VarlinkCall) {
        guard let refusal = table.beginWaiting(self) else { return }
        table.report(.refused(refusal, peer))
        abandonCall()
        if call.mode != .oneway { outgoing.append(SharedFrame(.error(refusal.varlinkError))) }
    }

    /// Answers all calls without an answer with an error: those that were read, and those of one
    /// more read.
    func refuseCalls(_ refusal: VarlinkError) {
        let frame = SharedFrame(.error(refusal))
        if let current { collect(from: current) }
        if let current {
            abandonCall()
            if !current.isOneway { outgoing.append(frame) }
        }
        guard !isClosed else { return }
        if wantsInput, case .bytes(let bytes) = table.buffer.read(from: descriptor) {
            splitter.append(bytes)
        }
        // Bytes that are not a call get no answer, and what follows them cannot be split.
        while let bytes = try? splitter.next(), let call = try? VarlinkCall(decoding: bytes) {
            if call.mode != .oneway { outgoing.append(frame) }
        }
    }

    /// Takes the replies of the call with that number, which may have ended by now.
    ///
    /// Always posted to the loop: the service may reply while it holds a lock that the next call
    /// needs.
    private func fetch(_ number: Int) {
        guard let current, number == self.number else { return }
        collect(from: current)
        if self.current == nil { table.endWaiting(self) }
        answer()
        watchForNext()
    }

    private func collect(from outbox: CallOutbox) {
        let contents = outbox.fetch()
        for frame in contents.frames { outgoing.append(frame) }
        switch contents.end {
        case nil: break
        case .replied: current = nil
        case .abandoned: close()
        case .overflown:
            table.report(.readerCutOff(peer))
            close()
        }
    }

    /// Sends what the socket takes; closes the connection if it is ending and everything is sent.
    func send() {
        guard !isClosed else { return }
        if !outgoing.isEmpty {
            if case .failed(let reason) = outgoing.send(to: descriptor) {
                if reason.isShortage { table.report(.cannotServe(reason, peer)) }
                return close()
            }
            current?.note(unsent: outgoing.backlog)
        }
        if isEnding, outgoing.isEmpty { close() }
    }
}
