internal import Glibc
internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwaySystemd
internal import SlipwayVarlink

extension HostedLaunch {
    /// The refusal for senders that come too late.
    func refusal(_ reason: String) -> LaunchRefusal {
        let cause = launch.report.rootCauses.first
        let message = cause?.failure.message ?? reason
        return .launchFailed(
            operation: cause?.operation,
            message: message.cut(to: TextLimit.message)
        )
    }
}

extension HostedLaunch {
    /// Submits an action as the service's own user, as if it were sent to the control socket.
    ///
    /// - Returns: The action, once it is stored, or held in memory, as its kind says.
    nonisolated(nonsending) func submit(
        _ action: Method.Submit
    ) async throws(LaunchRefusal) -> ActionStatus {
        typealias Accepted = Result<ActionStatus, LaunchRefusal>
        // The status is that of the acceptance, however long the caller's own executor is busy.
        return try await withUnsafeContinuation { (caller: UnsafeContinuation<Accepted, Never>) in
            InlineExecutor.run { [service] in
                do throws(LaunchRefusal) {
                    let reply = try await service.submit(action, from: .own)
                    caller.resume(returning: .success(reply.action))
                } catch {
                    caller.resume(returning: .failure(error))
                }
            }
        }.get()
    }

    /// Submits an action as the service's own user; what is wrong with it is logged.
    func submit(_ action: Method.Submit, to service: LaunchService) {
        InlineExecutor.run { [log] in
            do throws(LaunchRefusal) {
                _ = try await service.submit(action, from: .own)
            } catch {
                log.say(.error, "cannot begin with action '\(action.kind)': \(error)")
            }
        }
    }
}

extension Peer {
    /// The service itself.
    fileprivate static var own: Peer { Peer(pid: getpid(), uid: geteuid(), gid: getegid()) }
}
