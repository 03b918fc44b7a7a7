internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink

extension Method.Restart: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        let how = isFull ? "a restart with everything" : "a restart"
        let restart = { @Sendable in
            service.calls.note("asked for \(how)", by: peer)
            if isFull { service.history.forgive() }
            reply.finish(Reply())
            service.restarting.restart(reason: "asked for \(how)")
        }
        guard isFull, let reloading = service.reloading.reloading else { return restart() }
        // One whose files are wrong would not come back.
        reloading.findFaults { refusal in
            if let refusal { reply.fail(refusal.varlinkError) } else { restart() }
        }
    }
}

extension Method.Reload: AnsweredMethod {
    func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        guard let reloading = service.reloading.reloading else {
            throw .cannotReload(
                "what the service launches is a part of its program; restart it",
                faults: []
            )
        }
        if !isDryRun { service.calls.note("asked for a reload", by: peer) }
        var onProgress: (@Sendable (ReloadReply) -> Void)?
        if reply.mode == .more, !isDryRun {
            onProgress = { progress in reply.send(progress, Offsets()) }
        }
        reloading.reload(isDryRun: isDryRun, onProgress: onProgress) { result in
            do throws(LaunchRefusal) {
                reply.finish(try result.get())
            } catch {
                reply.fail(error.varlinkError)
            }
        }
    }
}
