internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.ListValues: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.store.listValues { result in
            do throws(StoreError) {
                reply.finish(Reply(try result.get()))
            } catch {
                reply.fail(LaunchRefusal.noValues(message: error.description).varlinkError)
            }
        }
    }
}

extension Method.ForgetValue: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.store.forgetValue(of: name) { [name] result in
            do throws(StoreError) {
                let wasKept = try result.get()
                if wasKept {
                    service.calls.note(
                        "had the kept value of '\(name)' forgotten",
                        by: peer,
                        to: name
                    )
                }
                reply.finish(Reply(wasKept))
            } catch {
                reply.fail(LaunchRefusal.noValues(message: error.description).varlinkError)
            }
        }
    }
}
