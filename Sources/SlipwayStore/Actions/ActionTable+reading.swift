internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// The reads of the table.
extension ActionTable {
    /// Calls `body` with the rows that a condition (and what may follow it) chooses, until `body`
    /// returns `false`.
    private func rows(
        _ selection: ActionSelection,
        _ condition: String,
        _ values: [SQLiteValue] = [],
        _ body: (ActionRow) -> Bool
    ) throws(SQLiteError) {
        try connection.rows("\(selection.sql) WHERE \(condition)", values) { row in
            body(ActionRow(row, selection))
        }
    }

    /// The first row that a condition chooses; `nil` if there is none.
    func first<Value>(
        _ selection: ActionSelection,
        _ condition: String,
        _ values: [SQLiteValue],
        read: (ActionRow) -> Value
    ) throws(SQLiteError) -> Value? {
        var value: Value?
        try rows(selection, condition, values) { row in
            value = read(row)
            return false
        }
        return value
    }

    private static let id = ActionSelection([.id])
    private static let idAndDigest = ActionSelection([.id, .digest])

    /// Tells whether there is an action.
    func has(_ id: ActionID) throws(SQLiteError) -> Bool {
        try first(Self.id, "id = ?1", [.text(id.description)]) { _ in true } ?? false
    }

    /// The record of an action; `nil` if there is none.
    func record(_ id: ActionID, _ calendar: Calendar) throws(SQLiteError) -> StoredAction? {
        try first(.all, "id = ?1", [.text(id.description)]) {
            StoredAction($0, calendar, durability)
        }
    }

    /// The first retry of an action; `nil` if there is none.
    func retry(of id: ActionID) throws(SQLiteError) -> ActionID? {
        try first(Self.id, "retry_of = ?1 ORDER BY position", [.text(id.description)]) {
            ActionID($0.text(.id))
        }
    }

    /// The action with a user, a kind and a key, in this order, and the digest of its payload.
    func holder(of key: [SQLiteValue]) throws(SQLiteError) -> (id: ActionID, [UInt8])? {
        try first(Self.idAndDigest, "uid = ?1 AND kind = ?2 AND key = ?3", key) { row in
            (ActionID(row.text(.id)), row.bytes(.digest))
        }
    }

    /// The answer to a new action that has the key of an earlier one; `nil` without such a one.
    func find(_ action: NewAction) throws(SQLiteError) -> KeepingAnswer? {
        guard let key = action.key else { return nil }
        let full: [SQLiteValue] = [.integer(Int64(action.uid)), .text(action.kind), .text(key)]
        guard let (earlier, digest) = try holder(of: full) else { return nil }
        return digest == action.digest ? .duplicate(earlier, durability) : .conflict(earlier)
    }

    /// The answer to a submission that makes no new action, because an earlier one is a retry of
    /// the same, or has its key; `nil` for a new action.
    func obstacle(to action: NewAction) throws(SQLiteError) -> KeepingAnswer? {
        if action.isOnlyRetry, let old = action.retryOf, let earlier = try retry(of: old) {
            return .retried(earlier)
        }
        return try find(action)
    }

    /// The kinds of the actions that have a key.
    func kindsWithKeys() throws(SQLiteError) -> Set<String> {
        var kinds: Set<String> = []
        try connection.rows("SELECT DISTINCT kind FROM action WHERE key IS NOT NULL") { row in
            kinds.insert(row.text(0))
            return true
        }
        return kinds
    }

    /// The actions that have a key and have not ended, each with its user, kind and key.
    func openKeys() throws(SQLiteError) -> [(id: ActionID, key: [SQLiteValue])] {
        var keyed: [(id: ActionID, key: [SQLiteValue])] = []
        let selection = ActionSelection([.id, .uid, .kind, .key])
        try rows(selection, "key IS NOT NULL AND ended IS NULL") { row in
            keyed.append((ActionID(row.text(.id)), [.uid, .kind, .key].map { row.value($0) }))
            return true
        }
        return keyed
    }

    /// The identities that begin with a text, at most so many, in their order.
    func identities(beginning text: String, upTo limit: Int) throws(SQLiteError) -> [ActionID] {
        var ids: [ActionID] = []
        try rows(
            Self.id,
            "id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3",
            // No identity has a character behind a 'z'.
            [.text(text), .text(text + "{"), .integer(Int64(limit))]
        ) { row in
            ids.append(ActionID(row.text(.id)))
            return true
        }
        return ids
    }

    /// Records in the order of acceptance, or the other way round.
    ///
    /// - Parameters:
    ///   - filter: Which.
    ///   - calendar: Converts dates.
    /// - Returns: The records, and where the next ones begin.
    /// - Throws: The file cannot be read.
    func page(
        _ filter: ActionFilter,
        _ calendar: Calendar
    ) throws(SQLiteError) -> StoredPage {
        var page = StoredPage()
        var last: Int64?
        let (beyond, order) = filter.isReversed ? ("<", "DESC") : (">", "ASC")
        let all: Int64 = filter.isReversed ? .max : .min
        // One more than asked for, to know whether more follow.
        try rows(
            .all,
            """
            (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR state = ?2) AND \
            (?5 IS NULL OR accepted >= ?5) AND (?6 IS NULL OR running = ?6) AND \
            position \(beyond) ?3 ORDER BY position \(order) LIMIT ?4
            """,
            [
                .text(filter.kind), .text(filter.state), .integer(filter.after ?? all),
                .integer(filter.limit.map { Int64($0) + 1 } ?? -1), .integer(filter.since),
                .integer(filter.isRunning.map { $0 ? 1 : 0 }),
            ]
        ) { row in
            guard page.actions.count < filter.limit ?? .max else {
                page.next = last ?? filter.after ?? 0
                return false
            }
            page.actions.append(StoredAction(row, calendar, durability))
            last = row.integer(.position)
            return true
        }
        return page
    }
}

extension StoredAction {
    /// Reads a row with every column.
    fileprivate init(_ row: ActionRow, _ calendar: Calendar, _ durability: ActionPolicy.Durability)
    {
        func instant(_ microseconds: Int64) -> Instant {
            calendar.instant(of: .microseconds(microseconds.clamped(to: Calendar.dates)))
        }
        func instant(after column: ActionColumn) -> Instant? {
            row.time(column).map {
                instant(row.integer(.accepted).clamped(to: Calendar.dates) + $0)
            }
        }
        let outcome = row.optionalText(.outcome).flatMap { text in
            (try? JSON(parsing: text)).flatMap { try? ActionStatus.State(json: $0) }
        }
        let isOpen = row.optionalInteger(.ended) == nil
        self.init(
            durability: durability,
            sender: ActionSender(
                uid: UInt32(truncatingIfNeeded: row.integer(.uid)),
                pid: Int32(truncatingIfNeeded: row.integer(.pid))
            ),
            key: row.optionalText(.key),
            payload: row.optionalText(.payload).flatMap { (try? JSON(parsing: $0))?.objectValue },
            result: HandlerResult(row),
            retryOf: row.optionalText(.retryOf).map { ActionID($0) },
            status: ActionStatus(
                id: ActionID(row.text(.id)),
                kind: row.text(.kind),
                queue: .userInitiated,
                requires: [],
                state: outcome ?? (isOpen ? .waiting(missing: []) : .unreadable),
                acceptedAt: instant(row.integer(.accepted)),
                readyAt: instant(after: .readyAfter),
                startedAt: instant(after: .startedAfter),
                endedAt: instant(after: .endedAfter) ?? row.optionalInteger(.ended).map(instant),
                attempts: row.count(.attempts),
                failures: row.count(.failures),
                retryAt: isOpen ? row.retryAt(at: .now, calendar) : nil,
                lastFailure: row.optionalText(.failure).map { Failure($0) }
            )
        )
    }
}

extension HandlerResult {
    /// Reads a row with every column; what cannot be read of a damaged file is not there.
    fileprivate init(_ row: ActionRow) {
        let json = row.optionalText(.result).flatMap { try? JSON(parsing: $0) }
        self = json.flatMap { try? HandlerResult($0) } ?? HandlerResult()
        lastWords = row.optionalText(.words)
    }
}

extension ActionRow {
    /// The rest of the backoff before the next attempt; `nil` if there is none, or it is over.
    ///
    /// A clock that was set back makes no backoff longer.
    func backoffLeft(at now: StoreTime) -> Duration? {
        guard let pause = optionalInteger(.pause), let boot = optionalText(.pausedBoot) else {
            return nil
        }
        let elapsed = now.elapsed(
            since: integer(.paused),
            uptime: integer(.pausedUptime),
            boot: boot
        )
        let left = pause.clamped(to: Calendar.dates) - max(0, elapsed.clamped(to: Calendar.dates))
        return left > 0 ? .microseconds(left) : nil
    }

    /// The instant of the next attempt; `nil` if there is no backoff, or it is over.
    fileprivate func retryAt(at now: StoreTime, _ calendar: Calendar) -> Instant? {
        backoffLeft(at: now).map { left in
            calendar.instant(of: .microseconds(now.date.clamped(to: Calendar.dates)) + left)
        }
    }

    /// The time since the acceptance, in microseconds; `nil` if it is not known.
    func time(_ column: ActionColumn) -> Int64? {
        optionalInteger(column)?.clamped(to: Calendar.dates)
    }

    /// A number of attempts; a damaged one is brought into the range of such numbers.
    func count(_ column: ActionColumn) -> Int {
        Int(integer(column).clamped(to: 0...1_000_000))
    }
}

extension Int64 {
    func clamped(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension ActionStatus.State {
    /// The state of an action that has ended, and of which the store is damaged.
    fileprivate static var unreadable: Self {
        .failed(Failure("its end cannot be read from the store"), operation: nil)
    }
}
