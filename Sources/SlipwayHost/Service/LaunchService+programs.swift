internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink

extension Method.ListPrograms: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        let launch = service.launch
        service.programs.findUses { uses in
            let programs = launch.summary.report.programs.using(uses)
            reply.finish(Reply(programs, since: launch.processStart), service.offsets)
        }
    }
}

extension Method.StartProgram: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        try service.operate(.start, name, peer, reply)
    }
}

extension Method.StopProgram: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        try service.operate(.stop, name, peer, reply)
    }
}

extension Method.RestartProgram: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        try service.operate(.restart, name, peer, reply)
    }
}

/// The calls that start and end programs; each is logged with its caller.
extension LaunchService {
    /// Replies once the program runs, or has ended.
    fileprivate func operate(
        _ request: ProgramRequest,
        _ name: String,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        let report = launch.report
        // A launch that ends ends its programs, in its own order.
        switch report.phase {
        case .starting, .ready: break
        case .stopping, .stopped, .failed: throw .shuttingDown
        }
        if request == .stop, report.isAboutToStart(name) { throw .programStarting(name) }
        programs.operate(request, name, by: peer.uid) { [calls, offsets, reloading] result in
            if let deed = request.deed(name, result) { calls.note(deed, by: peer, to: name) }
            do throws(LaunchRefusal) {
                let program = try result.get()
                guard request == .restart else {
                    return reply.finish(ProgramReply(program), offsets)
                }
                // An operator who restarts it may mean to bring in what has changed.
                reloading.findChanges { changes in
                    reply.finish(ProgramReply(program, changedFiles: changes), offsets)
                }
            } catch {
                reply.fail(error.varlinkError)
            }
        }
    }
}

extension Report {
    /// A program that does not run is started by its operation all the same: that has not ended, or a group that it is in
    /// begins anew.
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
