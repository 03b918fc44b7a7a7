internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayVarlink

/// The calls about several actions.
extension LaunchService {
    /// Changes several actions in the same way, and replies once it is known of all what became of
    /// them.
    ///
    /// All changes are begun before the first is waited for, so that they are stored together.
    ///
    /// - Parameters:
    ///   - ids: The identities, or their beginnings.
    ///   - peer: Who asks.
    ///   - reply: Gets the results.
    ///   - change: Changes one action.
    nonisolated(nonsending) func changeSeveral(
        _ ids: [String],
        _ peer: Peer,
        _ reply: ReplySink,
        _ change: @escaping @Sendable (String) async throws(LaunchRefusal) -> ChangedAction
    ) async {
        guard 1...Method.severalActions ~= ids.count else {
            return reply.fail(.invalidParameter("ids"))
        }
        let changes = await withTaskGroup(of: (Int, ChangedAction).self) { group in
            for (number, id) in ids.enumerated() {
                group.addTask {
                    do throws(LaunchRefusal) {
                        return (number, try await change(id))
                    } catch {
                        note(error, of: peer)
                        return (number, ChangedAction(id, refused: error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        reply.finish(ChangedActions(changes.sorted { $0.0 < $1.0 }.map(\.1)))
    }
}
