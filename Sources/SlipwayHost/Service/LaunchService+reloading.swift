internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink

extension Method.Restart: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        // A service whose files are wrong would not come back.
        if isFull, let refusal = await service.reloading.reloading?.findFaults() { throw refusal }
        let how = isFull ? "a restart with everything" : "a restart"
        service.calls.note("asked for \(how)", by: peer)
        if isFull { service.history.forgive() }
        reply.finish(Reply())
        service.restarting.restart(reason: "asked for \(how)")
    }
}

extension Method.Reload: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        guard let reloading = service.reloading.reloading else {
            throw .cannotReload(
                "the plan of this service is part of its program; restart the service",
                faults: []
            )
        }
        if !isDryRun { service.calls.note("asked for a reload", by: peer) }
        var onProgress: (@Sendable (ReloadReply) -> Void)?
        if reply.mode == .more, !isDryRun {
            onProgress = { progress in reply.send(progress, Offsets()) }
        }
        reply.finish(try await reloading.reload(isDryRun: isDryRun, onProgress: onProgress))
    }
}
