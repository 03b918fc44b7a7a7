internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON

extension ActionTable {
    /// Of several attempts that ran when the service ended, nothing says which was the cause: none of
    /// these interruptions counts.
    ///
    /// - Returns: How many ran; 0 if it was one, or none.
    /// - Throws: The file cannot be read or written.
    func markSuspects() throws(SQLiteError) -> Int {
        let running = try connection.first(
            "SELECT count(*) FROM action WHERE ended IS NULL AND running = 1 AND suspect = 0"
        ) { Int($0.integer(0)) }
        guard let running, running > 1 else { return 0 }
        try connection.run(
            "UPDATE action SET suspect = 1 WHERE ended IS NULL AND running = 1"
        )
        return running
    }

    /// What has not ended, in the order of acceptance.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - instant: The same moment by the launch's clock.
    /// - Returns: The actions.
    /// - Throws: The file cannot be read.
    func open(at now: StoreTime, _ instant: Instant) throws(SQLiteError) -> [RestoredAction] {
        var actions: [RestoredAction] = []
        try connection.rows(
            """
            SELECT id, kind, accepted, uptime, boot, expires, attempts, running, \
            interruptions + (running AND NOT suspect), failures, pause, paused, paused_uptime, \
            paused_boot, failure, uid, started FROM action WHERE ended IS NULL ORDER BY position
            """,
            []
        ) { row in
            // Since 1970 at most: a damaged file may have any number anywhere.
            let waited = min(
                now.elapsed(since: row.integer(2), uptime: row.integer(3), boot: row.text(4)),
                max(0, now.date)
            )
            actions.append(
                RestoredAction(
                    id: ActionID(row.text(0)),
                    kind: row.text(1),
                    owner: UInt32(truncatingIfNeeded: row.integer(15)),
                    acceptedAt: instant.advanced(by: .microseconds(0 - waited)),
                    expiresAt: row.optionalInteger(5).map { expires in
                        let left = max(
                            expires.clamped(to: Calendar.dates) - waited,
                            now.untilClockCounts
                        )
                        return instant.advanced(by: .microseconds(left))
                    },
                    startedAt: row.optionalInteger(16).map { started in
                        // A clock that was set back makes no attempt earlier than its action.
                        let waiting =
                            (started.clamped(to: Calendar.dates)
                            - row.integer(2).clamped(to: Calendar.dates))
                            .clamped(to: 0...waited)
                        return instant.advanced(by: .microseconds(waiting - waited))
                    },
                    attempts: row.attempts(6),
                    failures: row.attempts(9),
                    interruptions: row.attempts(8),
                    isInterrupted: row.integer(7) != 0,
                    retryAt: row.pauseLeft(10, at: now).map { instant.advanced(by: $0) },
                    lastFailure: row.optionalText(14).map { Failure($0) }
                )
            )
            return true
        }
        return actions
    }

    /// The record of an action; `nil` if there is none.
    func record(_ id: ActionID, _ calendar: Calendar) throws(SQLiteError) -> StoredAction? {
        try connection.first(
            "SELECT \(Self.columns) FROM action WHERE id = ?1",
            .text(id.description)
        ) { StoredAction($0, calendar) }
    }

    /// The first retry of an action; `nil` if there is none.
    func retry(of id: ActionID) throws(SQLiteError) -> ActionID? {
        try connection.first(
            "SELECT id FROM action WHERE retry_of = ?1 ORDER BY position",
            .text(id.description)
        ) { ActionID($0.text(0)) }
    }

    /// The kinds of which an action with a key is stored.
    func keyedKinds() throws(SQLiteError) -> Set<String> {
        var kinds: Set<String> = []
        try connection.rows("SELECT DISTINCT kind FROM action WHERE key IS NOT NULL", []) { row in
            kinds.insert(row.text(0))
            return true
        }
        return kinds
    }

    /// The identities that begin with a text, at most so many, in their order.
    func identities(beginning text: String, upTo limit: Int) throws(SQLiteError) -> [ActionID] {
        var ids: [ActionID] = []
        try connection.rows(
            "SELECT id FROM action WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3",
            // No identity has a character behind a 'z'.
            [.text(text), .text(text + "{"), .integer(Int64(limit))]
        ) { row in
            ids.append(ActionID(row.text(0)))
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
        // One more than asked for, to know whether more follow.
        try connection.rows(
            """
            SELECT \(Self.columns), position FROM action WHERE (?1 IS NULL OR kind = ?1) AND \
            (?2 IS NULL OR state = ?2) AND (?5 IS NULL OR accepted >= ?5) AND \
            (?3 IS NULL OR position \(beyond) ?3) ORDER BY position \(order) LIMIT ?4
            """,
            [
                .text(filter.kind), .text(filter.state), .integer(filter.after),
                .integer(Int64(filter.limit) + 1), .integer(filter.since),
            ]
        ) { row in
            guard page.actions.count < filter.limit else {
                page.next = last
                return false
            }
            page.actions.append(StoredAction(row, calendar))
            last = row.integer(19)
            return true
        }
        return page
    }

    fileprivate static let columns = """
        id, kind, uid, pid, key, payload, accepted, started, ended, attempts, failure, outcome, words, \
        retry_of, failures, pause, paused, paused_uptime, paused_boot
        """
}

extension StoreTime {
    /// How long, in microseconds, nothing expires: the first minute after a boot, in which the wall
    /// clock may be about to be set.
    fileprivate var untilClockCounts: Int64 { max(0, 60_000_000 - uptime) }
}

extension SQLiteRow {
    /// How much is left of a pause, whose column is followed by those of the moment at which it
    /// began; `nil` if there is none, or it is over.
    ///
    /// A clock that was set back makes no pause longer.
    fileprivate func pauseLeft(_ column: Int32, at now: StoreTime) -> Duration? {
        guard let pause = optionalInteger(column), let boot = optionalText(column + 3) else {
            return nil
        }
        let elapsed = now.elapsed(
            since: integer(column + 1),
            uptime: integer(column + 2),
            boot: boot
        )
        let left = pause.clamped(to: Calendar.dates) - max(0, elapsed.clamped(to: Calendar.dates))
        return left > 0 ? .microseconds(left) : nil
    }

    /// The end of a pause; `nil` if there is none, or it is over.
    fileprivate func retryAt(
        _ column: Int32,
        at now: StoreTime,
        _ calendar: Calendar
    ) -> Instant? {
        pauseLeft(column, at: now).map { left in
            calendar.instant(of: .microseconds(now.date.clamped(to: Calendar.dates)) + left)
        }
    }

    /// A number of attempts; one that is damaged is brought to the nearest that can be.
    fileprivate func attempts(_ column: Int32) -> Int {
        Int(integer(column).clamped(to: 0...1_000_000))
    }
}

extension Int64 {
    fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension StoredAction {
    /// Reads a row of ``ActionTable/columns``.
    init(_ row: SQLiteRow, _ calendar: Calendar) {
        func instant(_ microseconds: Int64) -> Instant {
            calendar.instant(of: .microseconds(microseconds.clamped(to: Calendar.dates)))
        }
        let outcome = row.optionalText(11).flatMap { text in
            (try? JSON(parsing: text)).flatMap { try? ActionStatus.State(json: $0) }
        }
        let isOpen = row.optionalInteger(8) == nil
        self.init(
            sender: ActionSender(
                uid: UInt32(truncatingIfNeeded: row.integer(2)),
                pid: Int32(truncatingIfNeeded: row.integer(3))
            ),
            key: row.optionalText(4),
            payload: row.optionalText(5).flatMap { (try? JSON(parsing: $0))?.objectValue },
            lastWords: row.optionalText(12),
            retryOf: row.optionalText(13).map { ActionID($0) },
            status: ActionStatus(
                id: ActionID(row.text(0)),
                kind: row.text(1),
                queue: .userInitiated,
                requires: [],
                state: outcome ?? (isOpen ? .waiting(missing: []) : .unreadable),
                acceptedAt: instant(row.integer(6)),
                startedAt: row.optionalInteger(7).map(instant),
                endedAt: row.optionalInteger(8).map(instant),
                attempts: row.attempts(9),
                failures: row.attempts(14),
                retryAt: isOpen ? row.retryAt(15, at: .now, calendar) : nil,
                lastFailure: row.optionalText(10).map { Failure($0) }
            )
        )
    }
}

extension ActionStatus.State {
    /// The state of an action that has ended, and of which the store is damaged.
    fileprivate static var unreadable: Self {
        .failed(Failure("its end cannot be read from the store"), operation: nil)
    }
}
