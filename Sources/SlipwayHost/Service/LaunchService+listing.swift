internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords
internal import SlipwayStore

/// The lists of actions: what is stored, as the launch knows it, then what is only in memory.
extension LaunchService {
    func listActions(_ listing: ActionListing, _ reply: ReplySink) {
        let cursor = listing.after.flatMap { ActionCursor($0) }
        guard (cursor == nil) == (listing.after == nil) else {
            return reply.fail(.invalidParameter("after"))
        }
        switch cursor {
        case .memory(let place): answer(inMemory(listing, after: place), reply)
        case .stored(let known): list(listing, after: known, reply)
        case nil: list(listing, after: nil, reply)
        }
    }

    /// Answers with what is stored after a position, and what follows it.
    private func list(_ listing: ActionListing, after position: Int64?, _ reply: ReplySink) {
        store.page(ActionFilter(listing, after: position)) { [self] result in
            do throws(StoreError) {
                let stored = try result.get()
                let page = page(of: listing, stored)
                // What is stored as waiting may run by now: the next ones may be what is wanted.
                if page.actions.isEmpty, let next = stored.next {
                    return list(listing, after: next, reply)
                }
                // Records may be of a kind that was declared once.
                if let kind = listing.kind, page.actions.isEmpty, page.next == nil, position == nil,
                    kinds.policy(of: kind) == nil
                {
                    let refusal = LaunchRefusal.unknownKind(kind, known: kinds.names)
                    return reply.fail(refusal.varlinkError)
                }
                answer(page, reply)
            } catch {
                reply.fail(LaunchRefusal.storeFailed(message: error.description).varlinkError)
            }
        }
    }

    private func answer(_ page: ActionPage, _ reply: ReplySink) {
        reply.finish(page.parameters(Offsets(processStart: launch.processStart), at: .now))
    }

    private func page(of listing: ActionListing, _ stored: StoredPage) -> ActionPage {
        let actions = stored.actions.compactMap(\.status).map { launch.action($0.id) ?? $0 }
            .filter(listing.takes)
        if let next = stored.next {
            return ActionPage(actions: actions, next: ActionCursor.stored(next).token)
        }
        // The last page of what is stored, so there is room for some more.
        return inMemory(listing, after: nil, behind: actions)
    }

    /// A page of what the launch alone knows.
    ///
    /// - Parameters:
    ///   - listing: Which are wanted.
    ///   - place: The last one of the page before; `nil` for none.
    ///   - actions: What comes before them on the page, fewer than it may have.
    /// - Returns: The page.
    private func inMemory(
        _ listing: ActionListing,
        after place: ActionCursor.Place?,
        behind actions: [ActionStatus] = []
    ) -> ActionPage {
        let stored = Set(actions.map(\.id))
        let rest = store.unstored(launch.report.actions).filter { action in
            listing.takes(action) && !stored.contains(action.id)
                && place.map { $0 < action.place } ?? true
        }.sorted { $0.place < $1.place }
        let page = rest.prefix(listing.count - actions.count)
        let last = page.last?.place ?? place ?? .first
        return ActionPage(
            actions: actions + page,
            next: page.count == rest.count ? nil : ActionCursor.memory(last).token
        )
    }
}

extension ActionListing {
    fileprivate func takes(_ action: ActionStatus) -> Bool {
        (kind == nil || kind == action.kind) && (state == nil || state == action.state.word)
    }
}

extension ActionFilter {
    /// What has not ended has no state in the store, so running ones are among the waiting.
    fileprivate init(_ listing: ActionListing, after position: Int64?) {
        self.init(
            kind: listing.kind,
            state: listing.state == "running" ? "waiting" : listing.state,
            after: position,
            limit: listing.count
        )
    }
}
