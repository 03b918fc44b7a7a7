internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.Backup: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.backup(backup, at: offset, peer, reply)
    }
}

/// The call that copies what is stored.
extension LaunchService {
    fileprivate func backup(_ name: String?, at offset: Int, _ peer: Peer, _ reply: ReplySink) {
        if let name { return answer(name, at: offset, reply) }
        store.copy { [self] result in
            do throws(StoreError) {
                let copy = try result.get()
                calls.note("copied the stored actions (\(copy.size) bytes)", by: peer)
                answer(copies.add(copy), at: offset, reply)
            } catch {
                reply.fail(LaunchRefusal.cannotCopy(error.description).varlinkError)
            }
        }
    }

    private func answer(_ name: String, at offset: Int, _ reply: ReplySink) {
        do throws(StoreError) {
            guard let part = try copies.part(of: name, at: offset) else {
                let reason = "there is no copy '\(name)' any more; begin anew"
                return reply.fail(LaunchRefusal.cannotCopy(reason).varlinkError)
            }
            reply.finish(part)
        } catch {
            reply.fail(LaunchRefusal.cannotCopy(error.description).varlinkError)
        }
    }
}
