internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink

extension Method.ListPrograms: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async {
        let launch = service.launch
        let uses = await service.programs.findUses()
        let programs = launch.summary.report.programs.using(uses)
        reply.finish(Reply(programs, since: launch.processStart), service.offsets)
    }
}

extension Method.StartProgram: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        try await service.operate(.start, name, peer, reply)
    }
}

extension Method.StopProgram: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        try await service.operate(.stop, name, peer, reply)
    }
}

extension Method.RestartProgram: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        try await service.operate(.restart, name, peer, reply)
    }
}

/// The calls that start and end programs; each is logged with its caller.
extension LaunchService {
    /// Replies once the program runs, or has ended.
    fileprivate nonisolated(nonsending) func operate(
        _ request: ProgramRequest,
        _ name: String,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        let report = launch.report
        // A launch that ends ends its programs, in its own order.
        switch report.phase {
        case .starting, .ready: break
        case .stopping, .stopped, .failed: throw .shuttingDown
        }
        if request == .stop, report.isAboutToStart(name) { throw .programStarting(name) }
        let offsets = offsets
        let result = await programs.operate(request, name, by: peer.uid)
        if let deed = request.deed(name, result) { calls.note(deed, by: peer, to: name) }
        let program = try result.get()
        // An operator who restarts a program may mean to bring in changed files.
        let changes = request == .restart ? await reloading.findChanges() : []
        reply.finish(ProgramReply(program, changedFiles: changes), offsets)
    }
}

extension Report {
    /// The program does not run, and its operation is about to start it: the operation has not
    /// ended, or a group that it is in begins anew.
    fileprivate func isAboutToStart(_ program: String) -> Bool {
        guard programs.contains(where: { $0.name == program && $0.state != .running }),
            var operation = self[program]
        else { return false }
        if operation.outcome == nil { return true }
        while let group = operation.group.flatMap({ self[$0] }) {
            if case .backoff = group.obstacle { return true }
            if case .teardown = group.obstacle { return true }
            operation = group
        }
        return false
    }
}
