internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayVarlink

extension Method.Drain: AwaitedMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        // The wait ends with the launch, or when the caller goes.
        let drain = Task { @Loop in
            do throws(LaunchRefusal) {
                let waiting = try await service.drain(including: includesWaiting, peer)
                if let waiting { reply.finish(Reply(waiting: waiting)) }
            } catch {
                reply.fail(error.varlinkError)
            }
        }
        reply.onClose { drain.cancel() }
    }
}

extension LaunchService {
    /// Pauses the launch, and waits until no launch action runs.
    ///
    /// - Parameters:
    ///   - includesWaiting: Whether the actions that wait are to run before that, but for those
    ///     that a pause holds.
    ///   - peer: Who asked for it.
    /// - Returns: How many actions wait then; `nil` if the caller has gone.
    /// - Throws: It cannot be paused.
    @Loop
    fileprivate func drain(
        including includesWaiting: Bool,
        _ peer: Peer
    ) async throws(LaunchRefusal) -> Int? {
        if includesWaiting { await rest { await $0.waitUntilActionsEnd() } }
        if Task.isCancelled { return nil }
        try setPaused(true, nil, peer)
        await rest { await $0.waitUntilActionsRest() }
        if Task.isCancelled { return nil }
        return ActionCounts(launch.summary.actions)[.waiting]
    }

    /// Waits for something of each launch of the service; a reload may bring another one meanwhile.
    @Loop
    private func rest(_ wait: @Sendable (Launch) async -> Void) async {
        var seen: [ObjectIdentifier] = []
        while case let launches = current.launches, !Task.isCancelled,
            launches.map(ObjectIdentifier.init) != seen
        {
            for launch in launches { await wait(launch) }
            seen = launches.map(ObjectIdentifier.init)
        }
    }
}
