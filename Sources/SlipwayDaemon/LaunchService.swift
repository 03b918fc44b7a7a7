internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayControl
internal import SlipwayJSON
internal import SlipwayStore

/// Answers `org.slipway.Launch`.
///
/// Everything is answered at once, from the first instant on; only senders and watchers that asked
/// to wait are handed to ``LaunchWatchers``.
struct LaunchService: VarlinkService {
    let launch: Launch
    let kinds: ActionKinds
    let store: any ActionStore
    let watchers: LaunchWatchers

    var interfaces: [VarlinkInterface] { [.launch] }

    func call(_ call: VarlinkCall, from peer: Peer, reply: ReplySink) {
        do throws(VarlinkError) {
            switch try LaunchCall(call) {
            case .getStatus, .getReport: reply.finish(LaunchReply.launch(launch.report))
            case .watch: watchers.watch(reply)
            case .explain(let name): reply.finish(try explain(name))
            case .submit(let request): submit(request, from: peer, reply)
            case .pauseQueue(let name): reply.finish(try setPaused(true, name))
            case .resumeQueue(let name): reply.finish(try setPaused(false, name))
            case .cancelOperation(let name, let reason):
                reply.finish(try cancel(name, reason, peer))
            case .listActions:
                let report = launch.report
                let offsets = Offsets(processStart: report.processStart)
                reply.finish(LaunchReply.actions(report.actions, offsets))
            }
        } catch {
            reply.fail(error)
        }
    }

    private func explain(_ name: String?) throws(VarlinkError) -> JSONObject {
        let report = launch.report
        if let explanation = report.explanation(of: name, at: .now) {
            return LaunchReply.explanation(explanation)
        }
        throw unknown(name ?? "", report)
    }

    private func unknown(_ name: String, _ report: Report) -> VarlinkError {
        let nearest = NearestName.of(name, among: report.operations.map(\.name))
        return LaunchRefusal.noSuchOperation(name, nearest: nearest).varlinkError
    }

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

    private func cancel(
        _ name: String,
        _ reason: String?,
        _ peer: Peer
    ) throws(VarlinkError) -> JSONObject {
        let words = reason ?? "user \(peer.uid) asked for it"
        if launch.cancel(name, reason: words) { return LaunchReply.changed(true) }
        let report = launch.report
        guard report.operations.contains(where: { $0.name == name }) else {
            throw unknown(name, report)
        }
        return LaunchReply.changed(false)
    }

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
                watchers.wait(for: request.wait, upTo: request.timeout, accepted, reply)
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
        let durability = SubmitReply.Durability(store.durability)
        switch admission {
        case .conflict(let id):
            throw .conflict(key: action.key ?? "", id: id.description)
        case .duplicate(let id):
            guard let status = launch.action(id) ?? store.status(of: id) else {
                throw .storeFailed(
                    message: "'\(id)' has the same key and is just being taken; try again"
                )
            }
            return SubmitReply(action: status, isDuplicate: true, durability: durability)
        case .admitted:
            do throws(SubmitRefusal) {
                let status = try launch.submit(kind, .object(action.payload), id: action.id)
                return SubmitReply(action: status, durability: durability)
            } catch {
                store.withdraw(action.id)
                throw LaunchRefusal(error)
            }
        }
    }
}

extension SubmitReply.Durability {
    init(_ durability: Durability) {
        switch durability {
        case .memory: self = .memory
        case .disk: self = .disk
        }
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
