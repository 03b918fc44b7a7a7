internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.Backup: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        do throws(StoreError) {
            let name =
                if let backup { backup } else { try await service.copyStored(for: peer) }
            guard let part = try service.copies.part(of: name, at: offset) else {
                throw StoreError("there is no copy '\(name)' any more; begin anew")
            }
            reply.finish(part)
        } catch {
            throw .cannotCopy(error.description)
        }
    }
}

/// The call that copies what is stored.
extension LaunchService {
    /// Makes a copy, of which parts can be asked for by its name.
    fileprivate nonisolated(nonsending) func copyStored(
        for peer: Peer
    ) async throws(StoreError) -> String {
        let copy = try await store.copy()
        calls.note("copied the stored actions (\(copy.size) bytes)", by: peer)
        return copies.add(copy)
    }
}
