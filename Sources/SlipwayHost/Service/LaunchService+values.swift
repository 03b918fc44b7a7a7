internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.ListValues: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        do throws(StoreError) {
            reply.finish(Reply(try await service.store.listValues()))
        } catch {
            throw .noValues(message: error.description)
        }
    }
}

extension Method.ForgetValue: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        do throws(StoreError) {
            let wasKept = try await service.store.forgetValue(of: name)
            if wasKept {
                service.calls.note("had the kept value of '\(name)' forgotten", by: peer, to: name)
            }
            reply.finish(Reply(wasKept))
        } catch {
            throw .noValues(message: error.description)
        }
    }
}
