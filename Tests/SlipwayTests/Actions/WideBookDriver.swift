@testable import Slipway

/// Drives a book with one wide kind, `open`, whose consumers are taken as soon as they may be.
struct WideBookDriver {
    private(set) var book: ActionBook
    var now = Instant.at(0)
    private var changes: [ActionChange] = []
    private(set) var ends: [String: ActionStatus.State] = [:]
    private(set) var handedOver: [HandedOver] = []

    init(
        _ policy: ActionPolicy,
        _ names: ActionKeyNames = ActionKeyNames(),
        isRestored: Bool = true
    ) {
        book = ActionBook(isDurable: true)
        var policy = policy
        policy.keyNames = names
        book.kinds[0] = ActionBook.Kind(name: "open", queue: .main, requires: [], policy: policy)
        if isRestored { perform { $0.restore([], at: $1) } }
    }

    private mutating func perform(_ event: (inout ActionBook, Instant) -> Void) {
        event(&book, now)
        while true {
            let effects = book.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects {
                switch effect {
                case .pull: pull()
                case .store(let change, _): changes.append(change)
                case .tell(let status) where status.state.isEnded:
                    ends[status.id.description] = status.state
                case .handOver(let news): handedOver.append(news)
                case .arm, .disarm, .withdraw, .interrupt, .begin, .tell, .tellWaiting,
                    .dropPayload, .letGo:
                    break
                }
            }
        }
    }

    private mutating func pull() {
        let width = book.kinds[0]?.policy.width ?? 1
        for consumer in 0..<width where book.current(of: consumer) == nil {
            guard book.takeNext(of: 0, on: consumer, at: now) != nil else { return }
        }
    }

    /// Sends actions, by their identities and keys, and has them stored.
    mutating func send(_ id: String, _ keys: ActionKeys? = nil) throws(SubmitRefusal) {
        var refusal: SubmitRefusal?
        perform { book, now in
            do throws(SubmitRefusal) {
                try book.reserve(.stored(.sent(id, keys: keys)), of: 0, at: now)
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        store()
    }

    /// The store keeps everything, and what follows.
    mutating func store() {
        while !changes.isEmpty {
            let change = changes.removeFirst()
            perform { $0.stored(change, .stored, at: $1) }
        }
    }

    /// All that may begin does.
    mutating func begin() {
        for consumer in book.company.consumers.keys.sorted() {
            perform { $0.began(consumer, at: $1) }
        }
        store()
    }

    mutating func end(_ id: String, _ outcome: Outcome = .succeeded, isLeftBehind: Bool = false) {
        guard let consumer = book.consumer(of: ActionID(id)) else { return }
        perform { book, now in
            book.returned(consumer, outcome, mayRetry: true, isLeftBehind: isLeftBehind, at: now)
        }
        store()
        begin()
    }

    /// The handler of a consumer, which was left behind, returns.
    mutating func handlerReturns(on consumer: Int) {
        perform { book, _ in
            book.handlerReturned(on: consumer, of: 0)
            book.emit(.pull(0))
        }
        begin()
    }

    /// The next attempt of an action is due.
    mutating func retry(_ id: String) {
        perform { $0.fired(.retry(ActionID(id)), at: $1) }
        begin()
    }

    mutating func cancel(_ id: String) {
        perform { _ = $0.cancel(ActionID(id), reason: "asked", at: $1) }
        store()
        begin()
    }

    mutating func restore(_ actions: [RestoredAction]) {
        perform { $0.restore(actions, at: $1) }
        store()
        begin()
    }

    mutating func handOver() {
        perform { $0.handOver(at: $1) }
        var goesOn = true
        while goesOn { perform { goesOn = $0.handOverMore(at: $1) } }
    }

    /// It takes the place of another launch, which tells of its actions.
    mutating func takeOver(_ news: [HandedOver]) {
        if case .begins? = news.first { perform { book, _ in book.awaitHandover() } }
        perform { $0.takeOver(news, at: $1) }
        store()
        begin()
    }

    /// Those that run, in the order of their consumers.
    var running: [String] {
        book.company.consumers.sorted { $0.key < $1.key }.map(\.value)
            .filter { book.entries[$0]?.state == .running }.map(\.description)
    }
}

extension ActionKeys {
    static func order(_ value: String) -> ActionKeys { ActionKeys(order: "o=\(value)") }
    static func unique(_ value: String) -> ActionKeys { ActionKeys(unique: "u=\(value)") }
    static func coalescing(_ value: String) -> ActionKeys { ActionKeys(coalescing: "c=\(value)") }
}

extension ActionKeyNames {
    static let byOrder = ActionKeyNames(order: "o")
    static let byUnique = ActionKeyNames(unique: "u")
    static let byCoalescing = ActionKeyNames(coalescing: "c")
}
