internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayJSON
internal import SlipwayRecords
internal import SlipwayStore

/// Answers `org.slipway.Launch`.
///
/// Everything is answered at once, from the first instant on; only those who asked to wait are
/// handed to ``WaitingSenders`` and ``LaunchWatchers``.
struct LaunchService: VarlinkService {
    let launch: Launch
    let kinds: ActionKinds
    let store: any ActionStore
    let senders: WaitingSenders
    let watchers: LaunchWatchers

    var interfaces: [VarlinkInterface] { [.launch] }

    func call(_ call: VarlinkCall, from peer: Peer, reply: ReplySink) {
        do throws(VarlinkError) {
            switch try LaunchCall(call) {
            case .getStatus:
                reply.finish(LaunchReply.status(LaunchStatus(launch.report, at: .now)))
            case .getReport: reply.finish(LaunchReply.launch(launch.report))
            case .explain(let name): reply.finish(try explain(name))
            case .listActions: reply.finish(listActions())
            case .watch: watchers.watch(reply)
            case .submit(let request): submit(request, from: peer, reply)
            case .pauseQueue(let name): reply.finish(try setPaused(true, name))
            case .resumeQueue(let name): reply.finish(try setPaused(false, name))
            case .cancelOperation(let name, let reason):
                reply.finish(try cancel(name, reason ?? "user \(peer.uid) asked for it"))
            }
        } catch {
            reply.fail(error)
        }
    }
}

// MARK: Asking

extension LaunchService {
    private func explain(_ name: String?) throws(VarlinkError) -> JSONObject {
        let report = launch.report
        guard let explanation = report.explanation(of: name, at: .now) else {
            throw unknown(name ?? "", report)
        }
        return LaunchReply.explanation(explanation)
    }

    private func listActions() -> JSONObject {
        LaunchReply.actions(launch.report.actions, Offsets(processStart: launch.processStart))
    }

    private func unknown(_ name: String, _ report: Report) -> VarlinkError {
        let nearest = NearestName.of(name, among: report.operations.map(\.name))
        return LaunchRefusal.noSuchOperation(name, nearest: nearest).varlinkError
    }
}

// MARK: Operating

extension LaunchService {
    private func setPaused(_ isPaused: Bool, _ name: String?) throws(VarlinkError) -> JSONObject {
        guard let name else {
            return LaunchReply.changed(isPaused ? launch.pause() : launch.resume())
        }
        let queues = launch.graph.queues
        guard let queue = queues.first(where: { $0.name == name }) else {
            throw LaunchRefusal.noSuchQueue(name, known: queues.map(\.name)).varlinkError
        }
        return LaunchReply.changed(isPaused ? launch.pause(queue) : launch.resume(queue))
    }

    private func cancel(_ name: String, _ reason: String) throws(VarlinkError) -> JSONObject {
        if launch.cancel(name, reason: reason) { return LaunchReply.changed(true) }
        let report = launch.report
        guard report.operations.contains(where: { $0.name == name }) else {
            throw unknown(name, report)
        }
        return LaunchReply.changed(false)
    }
}

// MARK: Sending

extension LaunchService {
    private func submit(_ request: SubmitRequest, from peer: Peer, _ reply: ReplySink) {
        let kind: ActionKind<JSON>
        do throws(LaunchRefusal) {
            kind = try kinds.check(request)
        } catch {
            return reply.fail(error.varlinkError)
        }
        let action = NewAction(
            id: ActionID(Identity.make()),
            kind: request.kind,
            payload: request.payload,
            key: request.key,
            uid: peer.uid
        )
        store.admit(action) { result in
            do throws(LaunchRefusal) {
                let accepted = try accept(action, as: kind, result)
                senders.wait(for: request.wait, upTo: request.timeout, accepted, reply)
            } catch {
                reply.fail(error.varlinkError)
            }
        }
    }

    /// Hands a stored action to the launch.
    private func accept(
        _ action: NewAction,
        as kind: ActionKind<JSON>,
        _ result: Result<Admission, StoreError>
    ) throws(LaunchRefusal) -> SubmitReply {
        let admission: Admission
        do throws(StoreError) {
            admission = try result.get()
        } catch {
            throw .storeFailed(message: error.description)
        }
        switch admission {
        case .conflict(let id):
            throw .conflict(key: action.key ?? "", id: id.description)
        case .duplicate(let id):
            return SubmitReply(
                action: try status(ofEarlier: id),
                isDuplicate: true,
                durability: store.durability
            )
        case .admitted:
            do throws(SubmitRefusal) {
                let status = try launch.submit(kind, .object(action.payload), id: action.id)
                store.note(status)
                return SubmitReply(action: status, durability: store.durability)
            } catch {
                store.withdraw(action.id)
                throw LaunchRefusal(error)
            }
        }
    }

    private func status(ofEarlier id: ActionID) throws(LaunchRefusal) -> ActionStatus {
        if let status = launch.action(id) { return status }
        guard let status = store.status(of: id) else {
            throw .storeFailed(
                message: "action '\(id)' has the same key and is still being stored; try again"
            )
        }
        // The launch lets go of ended actions only.
        guard status.state.isEnded else { throw .lost(id) }
        return status
    }
}

extension LaunchRefusal {
    /// The launch's own refusals, as senders hear of them.
    init(_ refusal: SubmitRefusal) {
        switch refusal {
        case .stopping: self = .shuttingDown
        case .launchFailed(let operation, let message):
            self = .launchFailed(operation: operation, message: message)
        case .queueFull(let limit): self = .queueFull(limit: limit, retryAfter: .seconds(1))
        case .duplicateID, .foreignKind: self = .storeFailed(message: "\(refusal)")
        }
    }
}
