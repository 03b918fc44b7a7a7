internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords
internal import SlipwayStore

/// The lists of actions: what is stored, as the launch knows it, then what is only in memory.
extension LaunchService {
    func listActions(_ listing: ActionListing, _ reply: ReplySink) {
        store.page(ActionFilter(listing)) { [self] result in
            do throws(StoreError) {
                let page = page(of: listing, stored: try result.get())
                reply.finish(page.parameters(offsets, at: .now))
            } catch {
                reply.fail(LaunchRefusal.storeFailed(message: error.description).varlinkError)
            }
        }
    }

    private func page(of listing: ActionListing, stored: [ActionStatus]) -> ActionPage {
        if stored.count == listing.count {
            let actions = stored.map { launch.action($0.id) ?? $0 }
            return ActionPage(
                actions: actions.filter(listing.takes),
                next: stored.last?.id.description
            )
        }
        // The last page of what is stored; the rest is known to the launch alone.
        let known = launch.report.actions
        let storedIDs = Set(stored.map(\.id))
        var actions = stored.map { launch.action($0.id) ?? $0 }
        actions += store.unstored(known).filter { !storedIDs.contains($0.id) }
            .drop(after: listing.after)
        let wanted = actions.filter(listing.takes)
        guard wanted.count > listing.count else { return ActionPage(actions: wanted) }
        let first = Array(wanted.prefix(listing.count))
        return ActionPage(actions: first, next: first.last?.id.description)
    }

    private var offsets: Offsets { Offsets(processStart: launch.processStart) }
}

extension ActionListing {
    fileprivate func takes(_ action: ActionStatus) -> Bool {
        (kind == nil || kind == action.kind) && (state == nil || state == action.state.word)
    }
}

extension ActionFilter {
    /// What has not ended has no state in the store, so running ones are among the waiting.
    fileprivate init(_ listing: ActionListing) {
        self.init(
            kind: listing.kind,
            state: listing.state == "running" ? "waiting" : listing.state,
            after: listing.after.map { ActionID($0) },
            limit: listing.count
        )
    }
}

extension [ActionStatus] {
    /// Those after an action, or all if it is not among them.
    fileprivate func drop(after id: String?) -> ArraySlice<ActionStatus> {
        guard let id, let index = firstIndex(where: { $0.id.description == id }) else {
            return self[...]
        }
        return self[(index + 1)...]
    }
}
