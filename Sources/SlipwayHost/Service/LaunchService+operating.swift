internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayLoop
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.PauseQueue: AwaitedMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        reply.finish(Reply(try service.setPaused(true, queue, peer)))
    }
}

extension Method.ResumeQueue: AwaitedMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        reply.finish(Reply(try service.setPaused(false, queue, peer)))
    }
}

extension Method.CancelOperation: AwaitedMethod {
    // A user who has no right to operate still learns that there is nothing of that name.
    func check(_ service: LaunchService, _ peer: Peer) throws(LaunchRefusal) {
        let launch = service.launch
        guard launch.hasOperation(named: name) else { throw .unknown(name, launch.report) }
        try service.authority.checkOperating(peer)
    }

    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        let launch = service.launch
        let reason = reason ?? peer.request
        service.reloading.reloading?.cancelEarlierRun(of: name, reason: reason)
        let hasChanged = launch.cancel(name, reason: reason)
        if hasChanged { service.calls.note("cancelled operation '\(name)'", by: peer, to: name) }
        reply.finish(Reply(hasChanged, state: launch.report[name]?.word))
    }
}

extension Method.CancelAction: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        let changed = try await service.cancelAction(id, reason, peer)
        reply.finish(Reply(changed.changed, state: changed.state))
    }
}

extension Method.CancelActions: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async {
        await service.changeSeveral(ids, peer, reply) { id throws(LaunchRefusal) in
            try await service.cancelAction(id, reason, peer)
        }
    }
}

/// The calls that change the launch; each is logged with its caller.
extension LaunchService {
    /// Pauses or resumes a queue; `nil` for the launch as a whole.
    ///
    /// - Returns: Whether that is a change.
    @discardableResult
    func setPaused(
        _ isPaused: Bool,
        _ name: String?,
        _ peer: Peer
    ) throws(LaunchRefusal) -> Bool {
        let hasChanged: Bool
        if let name {
            let queues = launch.queues
            guard let queue = queues.first(where: { $0.name == name }) else {
                throw .noSuchQueue(name, known: queues.map(\.name))
            }
            hasChanged = isPaused ? launch.pause(queue) : launch.resume(queue)
        } else {
            hasChanged = isPaused ? launch.pause() : launch.resume()
        }
        if hasChanged {
            let subject = name.map { "queue '\($0)'" } ?? "the launch"
            calls.note("\(isPaused ? "paused" : "resumed") \(subject)", by: peer)
        }
        return hasChanged
    }

    nonisolated(nonsending) func cancelAction(
        _ text: String,
        _ reason: String?,
        _ peer: Peer
    ) async throws(LaunchRefusal) -> ChangedAction {
        let found = try await find(text)
        let (id, kind, sender) = (found.status.id, found.status.kind, found.record?.sender)
        try authority.checkCancelling(kind, of: sender, peer)
        let (hasChanged, state) = await cancel(found.status, reason: reason ?? peer.request)
        // If the sender cancels, the journal's entry about the action is enough.
        if hasChanged, sender?.uid != peer.uid {
            calls.note("cancelled action '\(kind)' (\(id))", by: peer)
        }
        return ChangedAction(id.description, kind: kind, changed: hasChanged, state: state.word)
    }

    /// Cancels an action; if it is on its way from one launch into the next, once it is there.
    ///
    /// - Parameters:
    ///   - action: The action as it was found.
    ///   - reason: Why, as it is told.
    /// - Returns: Whether it had not ended, and its state after that.
    private nonisolated(nonsending) func cancel(
        _ action: ActionStatus,
        reason: String
    ) async -> (Bool, ActionStatus.State) {
        let id = action.id
        let limit = Instant.now.advanced(by: .seconds(2))
        var isFirst = true
        while true {
            let hasChanged = current.cancel(id, reason: reason)
            let isUnknown = !hasChanged && !current.knows(id)
            // The record is read after all changes before it, and an end is stored before it is
            // told. If no record can be read, the launches alone say where the action is.
            let record = try? await store.record(id)
            let state = (current.action(id) ?? record?.status ?? action).state
            // An action that no launch knows is on its way, which takes a moment. Otherwise it may
            // have come into a launch only after that was asked: it is tried once more. If that
            // fails too, the end of the action is being stored.
            guard isUnknown || isFirst, Instant.now < limit,
                !hasChanged, record != nil, !state.isEnded
            else { return (hasChanged, state) }
            isFirst = false
            // The loop serves others in between: the store may answer at once.
            await withUnsafeContinuation { next in Loop.post { next.resume() } }
        }
    }
}

extension Peer {
    /// The reason of a cancellation for which the peer gave none.
    fileprivate var request: String { "user \(uid) asked for it" }
}
