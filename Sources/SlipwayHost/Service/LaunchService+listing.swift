internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords
internal import SlipwayStore

/// The lists of actions: what is stored, as the launch knows it, then what is only in memory.
extension LaunchService {
    func listActions(_ listing: ActionListing, for peer: Peer, _ reply: ReplySink) {
        let cursor = listing.after.flatMap { ActionCursor($0) }
        guard (cursor == nil) == (listing.after == nil), !(listing.isLatest && cursor != nil) else {
            return reply.fail(.invalidParameter("after"))
        }
        let inMemory = ActionFilter(
            in: .memory,
            kind: listing.kind,
            since: listing.since?.microseconds
        )
        store.page(inMemory) { [self] result in
            do throws(StoreError) {
                let list = ActionList(listing, peer, self, inMemory: try result.get().actions)
                switch cursor {
                case .memory(let place): answer(list.inMemory(after: place), reply)
                case .stored(let known): self.list(list, after: known, reply)
                case nil where listing.isLatest: latest(list, [], before: nil, reply)
                case nil: self.list(list, after: nil, reply)
                }
            } catch {
                reply.fail(LaunchRefusal.storeFailed(message: error.description).varlinkError)
            }
        }
    }

    /// Answers with what is stored after a position, and what follows it.
    private func list(_ list: ActionList, after position: Int64?, _ reply: ReplySink) {
        store.page(ActionFilter(list.listing, after: position)) { [self] result in
            do throws(StoreError) {
                let stored = try result.get()
                let page = list.page(stored)
                // What is stored as waiting may run by now: the next ones may be what is wanted.
                if page.listed.isEmpty, let next = stored.next {
                    return self.list(list, after: next, reply)
                }
                let isEmpty = page.listed.isEmpty && page.next == nil && position == nil
                answer(page, list.listing, isEmpty: isEmpty, reply)
            } catch {
                reply.fail(LaunchRefusal.storeFailed(message: error.description).varlinkError)
            }
        }
    }

    /// Answers with the latest, wherever they are.
    ///
    /// - Parameters:
    ///   - list: Which are wanted.
    ///   - found: The latest stored ones, from the last one on.
    ///   - position: What is stored before it may be wanted too; `nil` for all.
    ///   - reply: Gets them.
    private func latest(
        _ list: ActionList,
        _ found: [ListedAction],
        before position: Int64?,
        _ reply: ReplySink
    ) {
        let filter = ActionFilter(list.listing, after: position)
        store.page(filter) { [self] result in
            do throws(StoreError) {
                let stored = try result.get()
                let found = found + list.taken(stored)
                if found.count < list.listing.count, let next = stored.next {
                    return latest(list, found, before: next, reply)
                }
                let all = (found + list.inMemory.suffix(list.listing.count))
                    .sorted { $0.status.place < $1.status.place }
                let page = ActionPage(listed: all.suffix(list.listing.count))
                answer(page, list.listing, isEmpty: all.isEmpty, reply)
            } catch {
                reply.fail(LaunchRefusal.storeFailed(message: error.description).varlinkError)
            }
        }
    }

    /// Answers with a page; an empty list of a kind that is not declared is refused.
    ///
    /// Records may be of one that was declared once.
    private func answer(
        _ page: ActionPage,
        _ listing: ActionListing,
        isEmpty: Bool,
        _ reply: ReplySink
    ) {
        guard isEmpty, let kind = listing.kind, kinds.policy(of: kind) == nil else {
            return answer(page, reply)
        }
        reply.fail(LaunchRefusal.unknownKind(kind, known: kinds.names).varlinkError)
    }

    private func answer(_ page: ActionPage, _ reply: ReplySink) {
        reply.finish(page.parameters(Offsets(processStart: launch.processStart), at: .now))
    }
}

/// A list that is asked for, and who asks.
private struct ActionList: Sendable {
    let listing: ActionListing
    private let peer: Peer
    private let service: LaunchService
    /// Those that outlive no launch and are wanted, in their order.
    private(set) var inMemory: [ListedAction] = []

    init(
        _ listing: ActionListing,
        _ peer: Peer,
        _ service: LaunchService,
        inMemory: [StoredAction]
    ) {
        self.listing = listing
        self.peer = peer
        self.service = service
        let own = service.launch.unstoredActions.filter(takes).map { listed($0, nil, nil) }
        self.inMemory = (inMemory.compactMap(taken) + own)
            .sorted { $0.status.place < $1.status.place }
    }

    /// Those of a page of the store that are wanted.
    func taken(_ stored: StoredPage) -> [ListedAction] { stored.actions.compactMap(taken) }

    private func taken(_ record: StoredAction) -> ListedAction? {
        let action = service.launch.action(record.status.id) ?? record.status
        return takes(action) ? listed(action, record.sender, record.key) : nil
    }

    /// A page that begins with what is stored; with its last page comes what is in memory.
    func page(_ stored: StoredPage) -> ActionPage {
        let actions = taken(stored)
        if let next = stored.next {
            return ActionPage(listed: actions, next: ActionCursor.stored(next).token)
        }
        // The last page of what is stored, so there is room for some more.
        return inMemory(after: nil, behind: actions)
    }

    /// A page of what is in memory.
    ///
    /// - Parameters:
    ///   - place: The last one of the page before; `nil` for none.
    ///   - actions: What comes before them on the page, fewer than it may have.
    /// - Returns: The page.
    func inMemory(
        after place: ActionCursor.Place?,
        behind actions: [ListedAction] = []
    ) -> ActionPage {
        let stored = Set(actions.map(\.status.id))
        let rest = inMemory.filter { action in
            !stored.contains(action.status.id) && place.map { $0 < action.status.place } ?? true
        }
        let page = rest.prefix(listing.count - actions.count)
        let last = page.last?.status.place ?? place ?? .first
        return ActionPage(
            listed: actions + page,
            next: page.count == rest.count ? nil : ActionCursor.memory(last).token
        )
    }

    private func listed(
        _ action: ActionStatus,
        _ sender: ActionSender?,
        _ key: String?
    ) -> ListedAction {
        let mayRead = sender.map { service.authority.mayRead(actionOf: $0, peer) } ?? false
        return ListedAction(action, sender: sender, key: mayRead ? key : nil)
    }

    private func takes(_ action: ActionStatus) -> Bool {
        (listing.kind == nil || listing.kind == action.kind)
            && (listing.state == nil || listing.state == action.state.word)
            && (listing.since.map { $0 <= Calendar.now.date(of: action.acceptedAt) } ?? true)
    }
}

extension ActionFilter {
    /// What has not ended has no state in the store, so running ones are among the waiting.
    fileprivate init(_ listing: ActionListing, after position: Int64?) {
        self.init(
            kind: listing.kind,
            state: listing.state == "running" ? "waiting" : listing.state,
            after: position,
            limit: listing.count,
            since: listing.since?.microseconds,
            isReversed: listing.isLatest
        )
    }
}
