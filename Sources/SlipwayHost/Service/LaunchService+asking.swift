internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.GetStatus: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.findRemarks { remarks in
            let generation = service.current.generation
            // A stop waits for those that run.
            let (report, actions) = generation.launch.summary(withActions: LaunchStatus.stepLimit)
            var status = LaunchStatus(report, counting: actions, at: .now)
            status.generation = generation.number
            status.log = service.logPlace
            status.remarks = remarks
            status.reload = service.reload(beside: report.phase)
            service.programs.measure(status.programs) { [status] programs in
                var status = status
                status.programs = programs
                reply.finish(Reply(status))
            }
        }
    }
}

extension Method.Watch: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.watchers.watch(reply)
    }
}

extension Method.GetReport: AnsweredMethod {
    /// The launch with all of its actions, or with some that have not ended.
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        if let launch, launch != .back(0) { return service.report(of: launch, reply) }
        service.presentReport(actions: actions, reply)
    }
}

extension Method.Explain: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        try service.explain(name, reply)
    }
}

extension Method.ListKinds: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        let kinds = service.kinds
        reply.finish(
            Reply(
                kinds.names.map { DeclaredKind(name: $0, parameters: kinds.parameters(of: $0)) }
            )
        )
    }
}

extension Method.GetAction: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.getAction(id, for: peer, reply)
    }
}

extension Method.WaitAction: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.waitAction(self, for: peer, reply)
    }
}

/// The calls that change nothing.
extension LaunchService {
    func explain(_ name: String?, _ reply: ReplySink) throws(LaunchRefusal) {
        let (report, holds) = launch.reportToExplain
        if name == nil, let reload = reload(beside: report.phase) {
            return reply.finish(Method.Explain.Reply(reload.explanation(of: report.name)))
        }
        if let explanation = report.explanation(of: name, at: .now, holds) {
            return reply.finish(Method.Explain.Reply(explanation))
        }
        let name = name ?? ""
        if let missing = launch.missing(forKind: name) {
            let explanation = report.explanation(ofKind: name, missing: missing, at: .now)
            return reply.finish(Method.Explain.Reply(explanation))
        }
        let unknown = LaunchRefusal.unknown(name, report, kinds.names)
        guard Identity.isBeginning(name) else { throw unknown }
        find(name) { [launch] found in
            let (report, holds) = launch.reportToExplain
            let explanation = report.explanation(of: found.status, as: name, at: .now, holds)
            reply.finish(Method.Explain.Reply(explanation))
        } otherwise: { refusal in
            // A text that looks like an identity may be meant as a name.
            switch refusal {
            case .noSuchAction, .storeFailed: reply.fail(unknown.varlinkError)
            default: reply.fail(refusal.varlinkError)
            }
        }
    }

    func getAction(_ text: String, for peer: Peer, _ reply: ReplySink) {
        find(text) { [authority, offsets, current] found in
            var answer = ActionReply(
                action: found.status,
                sender: found.record?.sender,
                calendar: .now
            )
            answer.expiresDate = current.expiry(of: found.status.id).map(Calendar.now.date)
            if let record = found.record, authority.mayRead(actionOf: record.sender, peer) {
                answer.action = found.detailed
                answer.key = record.key
                answer.payload = record.payload
                answer.result = record.result
                answer.retryOf = record.retryOf?.description
            }
            reply.finish(answer, offsets)
        } otherwise: {
            reply.fail($0.varlinkError)
        }
    }

    /// Replies once an action has reached a state, as for its sender.
    func waitAction(_ method: Method.WaitAction, for peer: Peer, _ reply: ReplySink) {
        find(method.id) { [self] found in
            let isTrusted =
                found.record.map { authority.mayRead(actionOf: $0.sender, peer) } ?? false
            var last = SubmitReply(
                action: isTrusted ? found.detailed : found.status,
                // An action without a record, though records can be read, is a value of this
                // process.
                durability: found.record?.durability ?? (found.failure == nil ? .memory : .disk)
            )
            if isTrusted, let record = found.record { last.result = record.result }
            senders.wait(for: method.wait, upTo: method.timeout, last, isTrusted: isTrusted, reply)
        } otherwise: {
            reply.fail($0.varlinkError)
        }
    }
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
