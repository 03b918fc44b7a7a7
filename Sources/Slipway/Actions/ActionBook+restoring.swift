/// An action that an earlier launch left in the store.
package struct RestoredAction: Hashable, Sendable {
    /// Its identity.
    package var id: ActionID
    /// The kind under which it was sent.
    package var kind: String
    /// When it was accepted; may be before this process started.
    package var acceptedAt: Instant
    /// When it expires unless an attempt has begun; `nil` for never.
    package var expiresAt: Instant?
    /// How many attempts have begun.
    package var attempts: Int
    /// How many of them were interrupted: nothing says how they ended.
    package var interruptions: Int
    /// Whether the last of them was.
    package var isInterrupted: Bool

    /// Creates a record.
    package init(
        id: ActionID,
        kind: String,
        acceptedAt: Instant,
        expiresAt: Instant? = nil,
        attempts: Int = 0,
        interruptions: Int = 0,
        isInterrupted: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.acceptedAt = acceptedAt
        self.expiresAt = expiresAt
        self.attempts = attempts
        self.interruptions = interruptions
        self.isInterrupted = isInterrupted
    }
}

extension ActionBook {
    /// What earlier launches left is known: it comes before all that was sent since.
    ///
    /// - Parameters:
    ///   - actions: In the order in which they were accepted.
    ///   - now: The instant.
    mutating func restore(_ actions: [RestoredAction], at now: Instant) {
        guard !isRestored else { return }
        isRestored = true
        let numbers = Dictionary(
            kinds.map { ($0.value.name, $0.key) },
            uniquingKeysWith: { first, _ in first }
        )
        let later = kinds.mapValues(\.line)
        for number in kinds.keys { kinds[number]?.line = Fifo() }
        let laterOrder = order
        order = []
        for action in actions where entries[action.id] == nil {
            add(action, of: numbers[action.kind], at: now)
            supersede(before: action.id, at: now)
        }
        order += laterOrder
        for (number, line) in later {
            for index in 0..<line.count { kinds[number]?.line.append(line[index]) }
        }
        for number in kinds.keys.sorted() { emit(.pull(number)) }
    }

    /// There is no store after all: from now on nothing is kept.
    mutating func doWithoutStore(at now: Instant) {
        isRestored = true
        hasStore = false
        for id in order { entries[id]?.isKept = false }
        for number in kinds.keys.sorted() { emit(.pull(number)) }
    }

    private mutating func add(_ action: RestoredAction, of kind: Int?, at now: Instant) {
        let known = kind.flatMap { kinds[$0] }
        let entry = ActionEntry(
            kind: kind ?? Self.undeclared,
            status: ActionStatus(
                id: action.id,
                kind: action.kind,
                queue: known?.queue ?? .userInitiated,
                requires: known?.requires ?? [],
                state: .waiting(missing: []),
                acceptedAt: action.acceptedAt,
                attempts: action.attempts
            ),
            isKept: true,
            stage: .waiting,
            expiresAt: action.expiresAt,
            interruptions: action.interruptions
        )
        add(entry)
        emit(.tellWaiting(action.id))
        if let state = endOfRestored(action, known, at: now) {
            return finish(action.id, state, at: now)
        }
        if action.attempts == 0, let expiresAt = action.expiresAt {
            emit(.arm(.expiry(action.id), at: expiresAt))
        }
        // The launch may have ended, or a requirement failed, while the store was read.
        settleFate(of: action.id, at: now)
    }

    /// How an action of an earlier launch ends at once; `nil` for one that runs in this launch.
    private func endOfRestored(
        _ action: RestoredAction,
        _ kind: Kind?,
        at now: Instant
    ) -> ActionStatus.State? {
        guard let kind else {
            let message = "kind '\(action.kind)' is no longer declared"
            return .failed(Failure(.error, message), operation: nil)
        }
        let ended = "the service ended while attempt \(action.attempts) ran"
        if action.isInterrupted, kind.policy.effect == .once { return .interrupted(reason: ended) }
        if action.isInterrupted,
            let message = Self.refusalToRepeat(ended, action.interruptions)
        {
            return .failed(Failure(.error, message), operation: nil)
        }
        if action.attempts == 0, let expiresAt = action.expiresAt, expiresAt <= now {
            return .expired
        }
        return nil
    }

    /// The number of what is not a kind of this launch.
    private static var undeclared: Int { -1 }
}
