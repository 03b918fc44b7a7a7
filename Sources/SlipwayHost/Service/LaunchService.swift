internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords
internal import SlipwayStore

/// Answers `org.slipway.Launch`.
///
/// Answers every call at once, from the daemon's start on; only calls that wait go to
/// ``WaitingSenders`` and ``LaunchWatchers``.
struct LaunchService: VarlinkService {
    let current: CurrentLaunch
    let kinds: any ActionKinds
    let authority: Authority
    let calls: CallLog
    let store: ActionStore
    let senders: WaitingSenders
    let watchers: LaunchWatchers
    let copies = StoreCopies()
    let logPlace: LogPlace
    /// `nil` if the service has none.
    let programs: (any ProgramOperating)?

    var launch: Launch { current.launch }

    var interfaces: [VarlinkInterface] { [.launch] }

    func call(_ call: VarlinkCall, from peer: Peer, reply: ReplySink) {
        do throws(VarlinkError) {
            let call = try LaunchCall(call)
            authority.whenKnown(call, peer) {
                do throws(VarlinkError) {
                    try answer(call, from: peer, reply)
                } catch {
                    reply.fail(error)
                }
            }
        } catch {
            reply.fail(error)
        }
    }

    private func answer(
        _ call: LaunchCall,
        from peer: Peer,
        _ reply: ReplySink
    ) throws(VarlinkError) {
        do throws(LaunchRefusal) {
            switch call {
            case .getStatus:
                let (report, actions) = launch.summary
                var status = LaunchStatus(report, counting: actions, at: .now)
                status.log = logPlace
                reply.finish(LaunchReply.status(status))
            case .report(let actions): reply.finish(report(withActions: actions))
            case .explain(let name): try explain(name, reply)
            case .listActions(let listing): listActions(listing, for: peer, reply)
            case .waitAction(let id, let wait, let timeout):
                waitAction(id, wait, timeout, for: peer, reply)
            case .getAction(let id): getAction(id, for: peer, reply)
            case .watch: watchers.watch(reply)
            case .submit(let request): try submit(request, from: peer, reply)
            case .cancelAction(let id, let reason):
                cancelAction(id, reason, peer, reply)
            case .retryAction(let id, let isOnce): retryAction(id, isOnce, peer, reply)
            case .purgeActions: try purgeActions(peer, reply)
            case .backup(let name, let offset): try backup(name, at: offset, peer, reply)
            case .pauseQueue(let name): reply.finish(try setPaused(true, name, peer))
            case .resumeQueue(let name): reply.finish(try setPaused(false, name, peer))
            case .cancelOperation(let name, let reason):
                reply.finish(try cancelOperation(name, reason, peer))
            case .startProgram(let name): try operate(.start, name, peer, reply)
            case .stopProgram(let name): try operate(.stop, name, peer, reply)
            case .restartProgram(let name): try operate(.restart, name, peer, reply)
            }
        } catch {
            throw refusal(error, of: peer)
        }
    }

    /// The error of a refused call; a call that the peer may not make is logged.
    func refusal(_ error: LaunchRefusal, of peer: Peer) -> VarlinkError {
        if case .notAllowed = error { calls.note(error, of: peer) }
        return error.varlinkError
    }
}
