internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayJSON
internal import SlipwayRecords
internal import SlipwayStore

/// The calls that change nothing.
extension LaunchService {
    func explain(_ name: String?, _ reply: ReplySink) throws(LaunchRefusal) {
        let report = launch.report
        if let explanation = report.explanation(of: name, at: .now) {
            return reply.finish(LaunchReply.explanation(explanation))
        }
        let name = name ?? ""
        if let missing = launch.missing(forKind: name) {
            let explanation = report.explanation(ofKind: name, missing: missing, at: .now)
            return reply.finish(LaunchReply.explanation(explanation))
        }
        let unknown = LaunchRefusal.unknown(name, report, kinds.names)
        guard Identity.isBeginning(name) else { throw unknown }
        find(name) { [launch] found in
            let explanation = launch.report.explanation(of: found.status, as: name, at: .now)
            reply.finish(LaunchReply.explanation(explanation))
        } otherwise: { refusal in
            // What looks like an identity may be meant as a name.
            switch refusal {
            case .noSuchAction, .storeFailed: reply.fail(unknown.varlinkError)
            default: reply.fail(refusal.varlinkError)
            }
        }
    }

    /// The launch with all of its actions, or with some that have not ended.
    func report(withActions limit: Int?) -> JSONObject {
        guard let limit else { return LaunchReply.launch(launch.report) }
        let (report, counts) = launch.summary(withActions: limit)
        return LaunchReply.launch(report, counting: ActionCounts(counts))
    }

    func getAction(_ text: String, for peer: Peer, _ reply: ReplySink) {
        find(text) { [authority, offsets] found in
            var answer = ActionReply(
                action: found.status,
                sender: found.record?.sender,
                calendar: .now
            )
            if let record = found.record, authority.mayRead(actionOf: record.sender, peer) {
                answer.action = found.detailed
                answer.key = record.key
                answer.payload = record.payload
                answer.retryOf = record.retryOf?.description
            }
            reply.finish(answer.parameters(offsets))
        } otherwise: {
            reply.fail($0.varlinkError)
        }
    }

    /// Replies once an action has reached a state, as for its sender.
    func waitAction(
        _ text: String,
        _ wait: SubmitRequest.Wait,
        _ timeout: Duration?,
        for peer: Peer,
        _ reply: ReplySink
    ) {
        find(text) { [self] found in
            let isTrusted =
                found.record.map { authority.mayRead(actionOf: $0.sender, peer) } ?? false
            let last = SubmitReply(
                action: isTrusted ? found.detailed : found.status,
                durability: found.record?.durability ?? .disk
            )
            senders.wait(for: wait, upTo: timeout, last, isTrusted: isTrusted, reply)
        } otherwise: {
            reply.fail($0.varlinkError)
        }
    }

    private var offsets: Offsets { Offsets(processStart: launch.processStart) }
}

extension LaunchRefusal {
    /// The refusal for a name that no operation, action or kind has.
    static func unknown(
        _ name: String,
        _ report: Report,
        _ kinds: [String] = []
    ) -> LaunchRefusal {
        .noSuchOperation(
            name,
            nearest: NearestName.of(name, among: report.operations.map(\.name) + kinds)
        )
    }
}
