internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.GetStatus: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async {
        let remarks = await service.findRemarks()
        let generation = service.current.generation
        // The actions are counted too: a stop waits for those that run.
        let (report, actions) = generation.launch.summary(withActions: LaunchStatus.stepLimit)
        var status = LaunchStatus(report, counting: actions, at: .now)
        status.generation = generation.number
        status.log = service.logPlace
        status.remarks = remarks
        status.reload = service.reload(beside: report.phase)
        status.programs = await service.programs.measure(status.programs)
        reply.finish(Reply(status))
    }
}

extension Method.Watch: AwaitedMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.watchers.watch(reply)
    }
}

extension Method.GetReport: AwaitedMethod {
    /// The launch with all of its actions, or with some that have not ended.
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        if let launch, launch != .back(0) {
            try await service.report(of: launch, reply)
        } else {
            await service.presentReport(actions: actions, reply)
        }
    }
}

extension Method.Explain: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        reply.finish(Reply(try await service.explain(name)))
    }
}

extension Method.ListKinds: AwaitedMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        let kinds = service.kinds
        reply.finish(
            Reply(
                kinds.names.map { DeclaredKind(name: $0, parameters: kinds.parameters(of: $0)) }
            )
        )
    }
}

extension Method.GetAction: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        let offsets = service.offsets
        let found = try await service.find(id)
        var answer = ActionReply(
            action: found.status,
            sender: found.record?.sender,
            calendar: .now
        )
        answer.expiresDate = service.current.expiry(of: found.status.id)
            .map(Calendar.now.date)
        if let record = found.record, service.authority.mayRead(actionOf: record.sender, peer) {
            answer.action = found.detailed
            answer.key = record.key
            answer.payload = record.payload
            answer.result = record.result
            answer.retryOf = record.retryOf?.description
        }
        reply.finish(answer, offsets)
    }
}

extension Method.WaitAction: AwaitedMethod {
    /// Replies once an action has reached a state, as for its sender.
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        let found = try await service.find(id)
        let isTrusted =
            found.record.map { service.authority.mayRead(actionOf: $0.sender, peer) } ?? false
        var last = SubmitReply(
            action: isTrusted ? found.detailed : found.status,
            // An action without a record, though records can be read, is a value of this process.
            durability: found.record?.durability ?? (found.failure == nil ? .memory : .disk)
        )
        if isTrusted, let record = found.record { last.result = record.result }
        service.senders.wait(for: wait, upTo: timeout, last, isTrusted: isTrusted, reply)
    }
}

/// The calls that change nothing.
extension LaunchService {
    fileprivate nonisolated(nonsending) func explain(
        _ name: String?
    ) async throws(LaunchRefusal) -> Explanation {
        let launch = launch
        let (report, holds) = launch.reportToExplain
        if name == nil, let reload = reload(beside: report.phase) {
            return reload.explanation(of: report.name)
        }
        if let explanation = report.explanation(of: name, at: .now, holds) { return explanation }
        let name = name ?? ""
        if let missing = launch.missing(forKind: name) {
            return report.explanation(ofKind: name, missing: missing, at: .now)
        }
        let unknown = LaunchRefusal.unknown(name, report, kinds.names)
        guard Identity.isBeginning(name) else { throw unknown }
        let found: FoundAction
        do throws(LaunchRefusal) {
            found = try await find(name)
        } catch .noSuchAction, .storeFailed {
            // A text that looks like an identity may be meant as a name.
            throw unknown
        }
        let (now, present) = launch.reportToExplain
        return now.explanation(of: found.status, as: name, at: .now, present)
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
