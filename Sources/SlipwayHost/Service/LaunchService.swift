internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

/// Answers `org.slipway.Launch`.
///
/// Answers every call at once, from the daemon's start on; only calls that wait go to
/// ``WaitingSenders`` and ``LaunchWatchers``.
struct LaunchService: VarlinkService {
    let current: CurrentLaunch
    let authority: Authority
    let calls: CallLog
    let store: ActionStore
    let history: LaunchHistory
    let senders: WaitingSenders
    let watchers: LaunchWatchers
    let copies = StoreCopies()
    let logPlace: LogPlace
    /// The programs of the service, or its parts.
    let programs: any ProgramOperating
    let reloading: ReloadingPlace
    let restarting: RestartingPlace

    var launch: Launch { current.launch }
    var kinds: any ActionKinds { current.generation.kinds }

    /// The reload that is under way beside a launch that is in this phase; `nil` for none.
    func reload(beside phase: Phase) -> RunningReload? {
        if case .ready = phase { reloading.running } else { nil }
    }

    /// Finds the remarks about the service beside its launch; `nil` for none.
    nonisolated(nonsending) func findRemarks() async -> ServiceRemarks? {
        let changes = await reloading.findChanges()
        var remarks = history.remarks
        remarks.failedReload = reloading.failure
        remarks.changedFiles = changes
        return remarks.isEmpty ? nil : remarks
    }

    var interfaces: [VarlinkInterface] { [.launch] }

    /// The zero of the times of replies.
    var offsets: Offsets { Offsets(processStart: launch.processStart) }

    func call(_ call: VarlinkCall, from peer: Peer, reply: ReplySink) {
        do throws(VarlinkError) {
            let method = try LaunchInterface.method(call)
            guard let method = method as? any AnsweredMethod else {
                throw .methodNotImplemented(call.method)
            }
            authority.whenKnown(method, peer) { method.begin(self, peer, reply) }
        } catch {
            reply.fail(error)
        }
    }

    /// Begins an answer that is a task; a refusal that it throws is the answer.
    func inTask(
        _ peer: Peer,
        _ reply: ReplySink,
        _ answer: @escaping @Sendable () async throws(LaunchRefusal) -> Void
    ) {
        InlineExecutor.run {
            do throws(LaunchRefusal) {
                try await answer()
            } catch {
                reply.fail(refusal(error, of: peer))
            }
        }
    }

    /// The error of a refused call; a call that the peer may not make is logged.
    func refusal(_ error: LaunchRefusal, of peer: Peer) -> VarlinkError {
        note(error, of: peer)
        return error.varlinkError
    }

    /// Logs what a peer must not do.
    func note(_ error: LaunchRefusal, of peer: Peer) {
        if case .notAllowed = error { calls.note(error, of: peer) }
    }
}

/// A method of the interface, with its answer.
protocol AnsweredMethod: LaunchMethod {
    /// Tells whether the answer depends on rights of the configuration, which may still be looked
    /// up.
    func isDecided(by rights: Authority.Rights) -> Bool

    /// Begins the answer, and returns once that waits or is given; must not block.
    func begin(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink)
}

extension AnsweredMethod {
    func isDecided(by rights: Authority.Rights) -> Bool { Self.row.access != .observe }
}

/// A method whose answer is a task, which waits with `await`.
protocol AwaitedMethod: AnsweredMethod {
    /// Refuses a call that the peer may not make.
    func check(_ service: LaunchService, _ peer: Peer) throws(LaunchRefusal)

    /// Answers at once or after a wait, on whatever thread ends that, or holds `reply` until later;
    /// must not block.
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal)
}

extension AwaitedMethod {
    func begin(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.inTask(peer, reply) { () async throws(LaunchRefusal) in
            try check(service, peer)
            try await answer(service, peer, reply)
        }
    }

    // Rights that depend on an action or its kind are checked by the answer.
    func check(_ service: LaunchService, _ peer: Peer) throws(LaunchRefusal) {
        if Self.row.access == .operate { try service.authority.checkOperating(peer) }
    }
}
