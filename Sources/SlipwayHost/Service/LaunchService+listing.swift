internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.ListActions: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        try await service.listActions(self, for: peer, reply)
    }
}

/// The lists of actions: the stored ones, as the launch knows them, then those only in memory.
extension LaunchService {
    fileprivate nonisolated(nonsending) func listActions(
        _ listing: Method.ListActions,
        for peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        let cursor = listing.after.flatMap { ActionCursor($0) }
        guard (cursor == nil) == (listing.after == nil), !(listing.isLatest && cursor != nil) else {
            return reply.fail(.invalidParameter("after"))
        }
        let list = ActionList(listing: listing, peer: peer, service: self)
        switch cursor {
        case .own(let position): answer(list.page([], after: position), reply)
        case .kept(let durability, let position):
            try await self.list(list, in: durability, after: position, reply)
        case nil where listing.isLatest: try await latest(list, reply)
        case nil: try await self.list(list, in: .disk, after: nil, reply)
        }
    }

    /// Answers with the actions of a durability after a position, and with those that follow in the
    /// list.
    ///
    /// - Parameters:
    ///   - list: The actions that are wanted.
    ///   - durability: The durability of the actions that the page begins with.
    ///   - position: The position; `nil` for the first.
    ///   - reply: Gets the page.
    /// - Throws: The records cannot be read, or there is no such kind.
    private nonisolated(nonsending) func list(
        _ list: ActionList,
        in durability: ActionPolicy.Durability,
        after position: Int64?,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        var found: [ListedAction] = []
        var (durability, position) = (durability, position)
        while reply.isOpen {
            let limit = list.listing.count - found.count
            let kept = try await page(
                ActionFilter(list.listing, in: durability, after: position, limit: limit)
            )
            found += list.taken(kept)
            position = kept.next
            switch (kept.next, durability) {
            // None of these is wanted: their states may be others by now. The next ones may be.
            case (_?, _) where found.isEmpty: continue
            case (let next?, _):
                let page = ActionPage(
                    listed: found,
                    next: ActionCursor.kept(durability, next).token
                )
                return answer(page, reply)
            case (nil, .disk): durability = .memory
            case (nil, .memory):
                let page = list.page(found)
                let isEmpty = page.listed.isEmpty && page.next == nil && list.listing.after == nil
                return try answer(page, list.listing, isEmpty: isEmpty, reply)
            }
        }
    }

    /// Answers with the latest actions, whatever their durability is.
    private nonisolated(nonsending) func latest(
        _ list: ActionList,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        let count = list.listing.count
        var all: [ListedAction] = []
        for durability in [ActionPolicy.Durability.disk, .memory] {
            // The actions of this durability, from the last one on.
            var found: [ListedAction] = []
            var position: Int64?
            repeat {
                guard reply.isOpen else { return }
                let kept = try await page(
                    ActionFilter(list.listing, in: durability, after: position, limit: count)
                )
                found += list.taken(kept)
                position = kept.next
            } while found.count < count && position != nil
            all += found
        }
        all += list.own
        all.sort { $0.status.position < $1.status.position }
        try answer(ActionPage(listed: all.suffix(count)), list.listing, isEmpty: all.isEmpty, reply)
    }

    private nonisolated(nonsending) func page(
        _ filter: ActionFilter
    ) async throws(LaunchRefusal) -> StoredPage {
        do throws(StoreError) { return try await store.page(filter) } catch {
            throw .storeFailed(message: error.description)
        }
    }

    /// Answers with a page; an empty list of a kind that is not declared is refused.
    ///
    /// Records may be of a kind that was declared once.
    private func answer(
        _ page: ActionPage,
        _ listing: Method.ListActions,
        isEmpty: Bool,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        if isEmpty, let kind = listing.kind, kinds.policy(of: kind) == nil {
            throw .unknownKind(kind, known: kinds.names)
        }
        answer(page, reply)
    }

    private func answer(_ page: ActionPage, _ reply: ReplySink) {
        var page = page
        page.now = .now
        reply.finish(page, offsets)
    }
}

/// A list that is asked for, and who asks.
private struct ActionList: Sendable {
    let listing: Method.ListActions
    let peer: Peer
    let service: LaunchService

    /// The actions of a page of the store that are wanted.
    func taken(_ kept: StoredPage) -> [ListedAction] {
        kept.actions.compactMap { record in
            let action = service.current.action(record.status.id) ?? record.status
            return takes(action) ? listed(action, record.sender, record.key) : nil
        }
    }

    /// The wanted actions that have no record, in their order; while the store does not answer,
    /// also those with a record, as far as the launch knows them.
    var own: [ListedAction] {
        let launch = service.launch
        let known = launch.unstoredActions + (service.store.isSilent ? launch.actionsOnDisk : [])
        return known.filter(takes).sorted { $0.position < $1.position }.map { listed($0, nil, nil) }
    }

    /// A page that ends with actions that have no record, as many as there is room for.
    func page(_ found: [ListedAction], after position: ActionCursor.Position? = nil) -> ActionPage {
        let rest = own.filter { action in position.map { $0 < action.status.position } ?? true }
        let page = rest.prefix(listing.count - found.count)
        let last = page.last?.status.position ?? ActionCursor.Position(acceptedAt: .min, id: "")
        return ActionPage(
            listed: found + page,
            next: page.count == rest.count ? nil : ActionCursor.own(last).token
        )
    }

    private func listed(
        _ action: ActionStatus,
        _ sender: ActionSender?,
        _ key: String?
    ) -> ListedAction {
        let mayRead = sender.map { service.authority.mayRead(actionOf: $0, peer) } ?? false
        return ListedAction(
            action,
            sender: sender,
            key: mayRead ? key : nil,
            expiresAt: action.state.isEnded ? nil : service.current.expiry(of: action.id)
        )
    }

    private func takes(_ action: ActionStatus) -> Bool {
        (listing.kind == nil || listing.kind == action.kind)
            && (listing.state == nil || listing.state == action.state.kind)
            && (listing.since.map { $0 <= Calendar.now.date(of: action.acceptedAt) } ?? true)
    }
}

extension ActionFilter {
    /// Of an action that has not ended the store knows no state, only whether an attempt runs.
    fileprivate init(
        _ listing: Method.ListActions,
        in durability: ActionPolicy.Durability,
        after position: Int64?,
        limit: Int
    ) {
        self.init(
            in: durability,
            kind: listing.kind,
            state: (listing.state == .running ? .waiting : listing.state)?.rawValue,
            isRunning: listing.state == .running ? true : nil,
            after: position,
            limit: limit,
            since: listing.since?.microseconds,
            isReversed: listing.isLatest
        )
    }
}
