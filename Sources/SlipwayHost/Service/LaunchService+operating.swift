internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayJSON
internal import SlipwayRecords
internal import SlipwayStore

/// The calls that change the launch; each is logged with its caller.
extension LaunchService {
    func setPaused(
        _ isPaused: Bool,
        _ name: String?,
        _ peer: Peer
    ) throws(LaunchRefusal) -> JSONObject {
        try authority.checkOperating(peer)
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
        return LaunchReply.changed(hasChanged)
    }

    func cancelOperation(
        _ name: String,
        _ reason: String?,
        _ peer: Peer
    ) throws(LaunchRefusal) -> JSONObject {
        // Who has no right to operate still learns that there is nothing of that name.
        guard launch.hasOperation(named: name) else { throw .unknown(name, launch.report) }
        try authority.checkOperating(peer)
        if launch.cancel(name, reason: reason ?? peer.request) {
            calls.note("cancelled operation '\(name)'", by: peer, to: name)
            return LaunchReply.cancelled(true, state: launch.report[name]?.word)
        }
        let report = launch.report
        guard let operation = report[name] else { throw .unknown(name, report) }
        return LaunchReply.cancelled(false, state: operation.word)
    }

    func cancelAction(_ text: String, _ reason: String?, _ peer: Peer, _ reply: ReplySink) {
        find(text) { [self] found in
            let id = found.status.id
            let sender = found.record?.sender
            do throws(LaunchRefusal) {
                try authority.checkCancelling(found.status.kind, of: sender, peer)
            } catch {
                return reply.fail(refusal(error, of: peer))
            }
            let hasChanged = launch.cancel(id, reason: reason ?? peer.request)
            // If the sender cancels, the journal's entry about the action is enough.
            if hasChanged, sender?.uid != peer.uid {
                calls.note("cancelled action '\(found.status.kind)' (\(id))", by: peer)
            }
            // What is read comes after the changes before it: the end is stored before it is told.
            store.record(id) { [launch] _ in
                let state = launch.action(id)?.state ?? found.status.state
                reply.finish(LaunchReply.cancelled(hasChanged, state: state.word))
            }
        } otherwise: {
            reply.fail($0.varlinkError)
        }
    }
}

extension Peer {
    /// The reason of a cancellation for which the peer gave none.
    fileprivate var request: String { "user \(uid) asked for it" }
}
