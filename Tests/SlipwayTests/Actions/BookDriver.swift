@testable import Slipway

/// Drives a book by events, with one kind, `open`, whose requirements are there.
struct BookDriver {
    /// The timers of one action.
    enum Timer { case expiry, retry, store }

    private(set) var book: ActionBook
    var now = Instant.at(0)
    /// The effects that have come since they were last asked for, without those that the driver
    /// carries out itself.
    private var effects: [ActionBook.Effect] = []
    /// The engine has room for an action of the kind.
    var isEngineFree = true

    init(_ policy: ActionPolicy = ActionPolicy(), isDurable: Bool = true, isRestored: Bool = true) {
        book = ActionBook(isDurable: isDurable)
        book.kinds[0] = ActionBook.Kind(name: "open", queue: .main, requires: [], policy: policy)
        if isRestored { perform { $0.restore([], at: $1) } }
        effects = []
    }

    /// An event, and everything that the engine does at once because of it.
    private mutating func perform(_ event: (inout ActionBook, Instant) -> Void) {
        event(&book, now)
        while true {
            let new = book.takeEffects()
            guard !new.isEmpty else { return }
            for effect in new {
                switch effect {
                case .pull(let kind):
                    if isEngineFree, book.takeNext(of: kind, on: kind, at: now) != nil {
                        isEngineFree = false
                    }
                case .withdraw:
                    isEngineFree = true
                    effects.append(effect)
                default: effects.append(effect)
                }
            }
        }
    }

    mutating func reserve(_ id: String, owner: UInt32? = nil) throws(SubmitRefusal) {
        try reserve(.stored(.sent(id)), owner: owner)
    }

    /// A value of this process, which is not stored.
    mutating func reserve(value id: ActionID) throws(SubmitRefusal) {
        try reserve(.value(id, kind: "open"), owner: nil)
    }

    private mutating func reserve(
        _ submission: Submission,
        owner: UInt32?
    ) throws(SubmitRefusal) {
        var refusal: SubmitRefusal?
        perform { book, now in
            do throws(SubmitRefusal) {
                try book.reserve(submission, of: 0, owner: owner, at: now)
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
    }

    /// It becomes known what an earlier launch left.
    mutating func restore(
        _ ids: String...,
        kind: String = "open",
        owner: UInt32? = nil,
        readyAt: Instant? = nil,
        startedAt: Instant? = nil,
        attempts: Int = 0,
        failures: Int = 0,
        interruptions: Int = 0,
        isInterrupted: Bool = false,
        expiresAt: Instant? = nil,
        retryAt: Instant? = nil
    ) {
        let actions = ids.map { id in
            RestoredAction(
                id: ActionID(id),
                kind: kind,
                owner: owner,
                acceptedAt: .at(0),
                expiresAt: expiresAt,
                readyAt: readyAt,
                startedAt: startedAt,
                attempts: attempts,
                failures: failures,
                interruptions: interruptions,
                isInterrupted: isInterrupted,
                retryAt: retryAt
            )
        }
        restore(actions)
    }

    mutating func restore(_ actions: [RestoredAction]) { perform { $0.restore(actions, at: $1) } }

    /// A part becomes known of what an earlier launch left.
    mutating func restore(part ids: String..., isLast: Bool) {
        let actions = ids.map { RestoredAction(id: ActionID($0), kind: "open", acceptedAt: .at(0)) }
        perform { $0.restore(actions, isLast: isLast, at: $1) }
    }

    /// The actions that an earlier launch left are about to become known.
    ///
    /// - Returns: Whether this launch takes it.
    mutating func expect(_ count: Int) -> Bool { book.expect(count) }

    mutating func cancel(_ id: String, reason: String = "asked") {
        perform { _ = $0.cancel(ActionID(id), reason: reason, at: $1) }
    }

    /// An operation that the kind requires fails, or is left out.
    mutating func failRequirement(isLeftOut: Bool = false) {
        perform { $0.cannotRun(0, "user", Failure("401"), isLeftOut: isLeftOut, at: $1) }
    }

    mutating func fire(_ timer: Timer, _ id: ActionID) {
        perform { $0.fired(timer.of(id), at: $1) }
    }

    mutating func close() {
        perform { $0.close(ActionBook.LaunchEnd(cause: nil, reason: "asked to stop"), at: $1) }
    }

    /// The store keeps all that it was given.
    mutating func store(_ answer: KeepingAnswer = .stored) {
        for change in takeChanges() { store(change, answer) }
    }

    /// The store answers one change.
    mutating func store(_ change: ActionChange, _ answer: KeepingAnswer = .stored) {
        perform { $0.stored(change, answer, at: $1) }
    }

    /// Takes one from acceptance to its running handler.
    mutating func run(_ id: String) throws {
        try reserve(id)
        store()
        begin()
        store()
    }

    /// Another launch takes its place, and what waits goes over.
    mutating func handOver() {
        beginToHandOver()
        while handOverMore() {}
    }

    /// Another launch takes its place; what waits is still here.
    mutating func beginToHandOver() { perform { $0.handOver(at: $1) } }

    /// Some of what waits goes over.
    ///
    /// - Returns: Whether there is more.
    mutating func handOverMore() -> Bool {
        var goesOn = false
        perform { goesOn = $0.handOverMore(at: $1) }
        return goesOn
    }

    /// It takes the place of another launch.
    mutating func awaitHandover() { perform { book, _ in book.awaitHandover() } }

    /// The news for the other launch since they were last asked for.
    mutating func takeHandedOver() -> [HandedOver] {
        var news: [HandedOver] = []
        effects.removeAll { effect in
            guard case .handOver(let one) = effect else { return false }
            news.append(one)
            return true
        }
        return news
    }

    /// The other launch tells of its actions.
    mutating func takeOver(_ news: [HandedOver]) {
        for one in news { perform { $0.takeOver([one], at: $1) } }
    }

    var isHandedOver: Bool { book.isHandedOver }

    mutating func begin() { perform { $0.began(0, at: $1) } }

    mutating func end(_ outcome: Outcome = .succeeded, mayRetry: Bool = true) {
        isEngineFree = true
        perform { $0.returned(0, outcome, mayRetry: mayRetry, at: $1) }
    }

    /// The engine asks for an action of the kind by itself.
    mutating func take() -> ActionID? {
        var taken: ActionID?
        perform { taken = $0.takeNext(of: 0, on: 0, at: $1) }
        return taken
    }

    /// The times of the actions with changes that are to be stored.
    var times: [ActionTimes] {
        effects.compactMap { if case .store(_, let times) = $0 { times } else { nil } }
    }

    /// The changes that are to be stored.
    mutating func takeChanges() -> [ActionChange] {
        let changes = effects.compactMap { effect in
            if case .store(let change, _) = effect { change } else { nil }
        }
        effects.removeAll { if case .store = $0 { true } else { false } }
        return changes
    }

    /// The states that were told of an action.
    mutating func takeTold(_ id: String) -> [ActionStatus.State] {
        let told = effects.compactMap { effect -> ActionStatus.State? in
            switch effect {
            case .tell(let status) where status.id == ActionID(id): status.state
            case .tellWaiting(ActionID(id)): .waiting(missing: [])
            default: nil
            }
        }
        effects.removeAll { effect in
            switch effect {
            case .tell(let status): status.id == ActionID(id)
            case .tellWaiting(let other): other == ActionID(id)
            default: false
            }
        }
        return told
    }

    /// The number of places that the book keeps, of actions that it has and of former ones.
    var slots: Int { book.entries.byID.count + book.entries.order.count }

    func state(_ id: String) -> ActionStatus.State? { book[ActionID(id)]?.state }

    subscript(id: ActionID) -> ActionStatus? { book[id] }

    /// Observers are told that it was accepted, if they are not told by now.
    func isNews(_ id: String) -> Bool { book.news(of: ActionID(id)) != nil }

    /// Those that were accepted, in the order of their places.
    var all: [ActionStatus] { book.all }

    func open(atMost limit: Int) -> [ActionStatus] { book.open(atMost: limit) }

    /// It waits for its turn, or for what its kind requires.
    func waits(_ id: String) -> Bool { state(id) == .waiting }

    /// The engine has it.
    func isOffered(_ id: String) -> Bool { state(id) == .offered }

    /// It waits for its next attempt.
    func pauses(_ id: String) -> Bool { state(id) == .backingOff }

    private func state(_ id: String) -> ActionEntry.State? { book.entries[ActionID(id)]?.state }

    /// The worker got its answer: the handler begins, as its attempt is stored, or must not.
    func begins(_ id: ActionID, isStored: Bool) -> Bool {
        effects.contains(.begin(id, isStored: isStored))
    }

    /// The action's payload is let go of.
    func dropsPayload(_ id: ActionID) -> Bool { effects.contains(.dropPayload(id)) }

    /// The engine was asked to give its action back.
    var withdraws: Bool { effects.contains(.withdraw(0)) }

    func arms(_ timer: Timer, _ id: ActionID, at instant: Instant) -> Bool {
        effects.contains(.arm(timer.of(id), at: instant))
    }

    func disarms(_ timer: Timer, _ id: ActionID) -> Bool {
        effects.contains(.disarm(timer.of(id)))
    }
}

extension BookDriver.Timer {
    fileprivate func of(_ id: ActionID) -> ActionBook.Timer {
        switch self {
        case .expiry: .expiry(id)
        case .retry: .retry(id)
        case .store: .store(id)
        }
    }
}
