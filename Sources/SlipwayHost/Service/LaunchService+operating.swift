internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayLoop
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.PauseQueue: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        reply.finish(Reply(try service.setPaused(true, queue, peer)))
    }
}

extension Method.ResumeQueue: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        reply.finish(Reply(try service.setPaused(false, queue, peer)))
    }
}

extension Method.CancelOperation: AnsweredMethod {
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

extension Method.CancelAction: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.cancelAction(id, reason, peer) { result in
            switch result {
            case .success(let changed):
                reply.finish(Reply(changed.changed, state: changed.state))
            case .failure(let error): reply.fail(error.varlinkError)
            }
        }
    }
}

extension Method.CancelActions: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        service.changeSeveral(ids, reply) { id, completion in
            service.cancelAction(id, reason, peer, completion)
        }
    }
}

/// The calls that change the launch; each is logged with its caller.
extension LaunchService {
    /// Pauses or resumes a queue; `nil` for the launch as a whole.
    ///
    /// - Returns: Whether it was not so already.
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

    func cancelAction(
        _ text: String,
        _ reason: String?,
        _ peer: Peer,
        _ completion: @escaping @Sendable (Result<ChangedAction, LaunchRefusal>) -> Void
    ) {
        find(text) { [self] found in
            let id = found.status.id
            let sender = found.record?.sender
            do throws(LaunchRefusal) {
                try authority.checkCancelling(found.status.kind, of: sender, peer)
            } catch {
                note(error, of: peer)
                return completion(.failure(error))
            }
            let cancellation = Cancellation(action: found.status, reason ?? peer.request)
            cancel(cancellation) { [calls] hasChanged, state in
                // If the sender cancels, the journal's entry about the action is enough.
                if hasChanged, sender?.uid != peer.uid {
                    calls.note("cancelled action '\(found.status.kind)' (\(id))", by: peer)
                }
                completion(
                    .success(
                        ChangedAction(
                            id.description,
                            kind: found.status.kind,
                            changed: hasChanged,
                            state: state.word
                        )
                    )
                )
            }
        } otherwise: {
            completion(.failure($0))
        }
    }

    /// Cancels an action; one that is on its way from one launch into the next once it is there.
    ///
    /// - Parameters:
    ///   - cancellation: What to cancel.
    ///   - completion: Called with whether the action had not ended, and with its state after that.
    private func cancel(
        _ cancellation: Cancellation,
        _ completion: @escaping @Sendable (Bool, ActionStatus.State) -> Void
    ) {
        let id = cancellation.action.id
        let hasChanged = current.cancel(id, reason: cancellation.reason)
        let isUnknown = !hasChanged && !current.knows(id)
        // A read comes after the changes before it: the end is stored before it is told.
        store.record(id) { [self] result in
            // Without a record that can be read, the launches alone say where the action is.
            let record = try? result.get()
            let state = (current.action(id) ?? record?.status ?? cancellation.action).state
            guard let next = cancellation.again(isUnknown: isUnknown),
                !hasChanged, record != nil, !state.isEnded
            else { return completion(hasChanged, state) }
            // Not from here: the store may answer at once, and the stack would grow.
            Loop.post { [self] in cancel(next, completion) }
        }
    }
}

/// An action that is to be cancelled.
private struct Cancellation: Sendable {
    /// The action as it was found.
    let action: ActionStatus
    let reason: String
    private var tries = 0
    private let limit = Instant.now.advanced(by: .seconds(2))

    init(action: ActionStatus, _ reason: String) {
        self.action = action
        self.reason = reason
    }

    /// The next try after one in vain; `nil` if there is none.
    ///
    /// An action that no launch knows is on its way, which takes a moment. One that was known may have come only
    /// after it was asked for; a second time it is one with an end that is being stored.
    func again(isUnknown: Bool) -> Cancellation? {
        guard isUnknown || tries == 0, Instant.now < limit else { return nil }
        var next = self
        next.tries += 1
        return next
    }
}

extension Peer {
    /// The reason of a cancellation for which the peer gave none.
    fileprivate var request: String { "user \(uid) asked for it" }
}
