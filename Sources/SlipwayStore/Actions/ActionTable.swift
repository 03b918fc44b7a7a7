internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// The kept actions as rows: what each change writes.
struct ActionTable {
    let connection: SQLiteConnection

    func write(_ write: ActionWrite, at now: StoreTime) throws(SQLiteError) -> ActionWritten {
        switch write {
        case .accept(let action, let expires, let superseded):
            return try accept(action, expires, superseding: superseded, at: now)
        case .attempt(let id, let number, _): return try attempt(id, number, at: now)
        case .pause(let id, let failure, let pause): try self.pause(id, failure, pause, at: now)
        case .handOn(let id):
            try connection.run(
                "UPDATE action SET running = 0, suspect = 0 WHERE id = ?1 AND ended IS NULL",
                .text(id.description)
            )
        case .interrupted(let id, let counts):
            try connection.run(
                """
                UPDATE action SET running = 0, suspect = 0, interruptions = interruptions + ?2 \
                WHERE id = ?1 AND ended IS NULL
                """,
                .text(id.description),
                .integer(counts ? 1 : 0)
            )
        case .takeBack(let id, let attempts):
            try connection.run(
                """
                UPDATE action SET running = 0, suspect = 0, attempts = ?2, started = iif(?2 = 0, NULL, started) \
                WHERE id = ?1 AND ended IS NULL
                """,
                .text(id.description),
                .integer(Int64(attempts))
            )
        case .end(let id, let state, let lastWords):
            try end(id, state, lastWords, at: now)
        }
        return .stored
    }

    private func pause(
        _ id: ActionID,
        _ failure: Failure,
        _ pause: Duration,
        at now: StoreTime
    ) throws(SQLiteError) {
        try connection.run(
            """
            UPDATE action SET running = 0, suspect = 0, failure = ?2, failures = failures + 1, \
            pause = ?3, paused = ?4, paused_uptime = ?5, paused_boot = ?6 \
            WHERE id = ?1 AND ended IS NULL
            """,
            .text(id.description),
            .text(failure.message.cut(to: TextLimit.message)),
            .integer(pause.microseconds),
            .integer(now.date),
            .integer(now.uptime),
            .text(now.boot)
        )
    }

    private func accept(
        _ action: NewAction,
        _ expires: Duration?,
        superseding superseded: [ActionID],
        at now: StoreTime
    ) throws(SQLiteError) -> ActionWritten {
        if action.isOnlyRetry, let old = action.retryOf, let earlier = try retry(of: old) {
            return .retried(earlier)
        }
        let digest = action.payload.digest
        try connection.run(
            """
            INSERT INTO action (id, kind, uid, pid, key, digest, payload, accepted, uptime, boot, \
            expires, retry_of) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) \
            ON CONFLICT DO NOTHING
            """,
            .text(action.id.description),
            .text(action.kind),
            .integer(Int64(action.sender.uid)),
            .integer(Int64(action.sender.pid)),
            .text(action.key),
            .bytes(digest),
            .text(JSON.object(action.payload).compact),
            .integer(now.date),
            .integer(now.uptime),
            .text(now.boot),
            .integer(expires?.microseconds),
            .text(action.retryOf?.description)
        )
        guard connection.changes == 1 else {
            let found = try action.fullKey.flatMap { key throws(SQLiteError) in
                try find(key, digest)
            }
            let (earlier, isSame) = found ?? (action.id, false)
            return isSame ? .duplicate(earlier) : .conflict(earlier)
        }
        for old in superseded { try end(old, .superseded(by: action.id), nil, at: now) }
        return .stored
    }

    /// The earlier action with the same key, and whether its payload is the same.
    func find(
        _ key: ActionKey,
        _ digest: [UInt8]
    ) throws(SQLiteError) -> (ActionID, isSame: Bool)? {
        try connection.first(
            "SELECT id, digest FROM action WHERE uid = ?1 AND kind = ?2 AND key = ?3",
            .integer(Int64(key.uid)),
            .text(key.kind),
            .text(key.key)
        ) { (ActionID($0.text(0)), isSame: $0.bytes(1) == digest) }
    }

    private func attempt(
        _ id: ActionID,
        _ number: Int,
        at now: StoreTime
    ) throws(SQLiteError) -> ActionWritten {
        let row = try connection.first(
            """
            SELECT kind, payload, digest, attempts, expires, accepted, uptime, boot, key FROM action \
            WHERE id = ?1 AND ended IS NULL
            """,
            .text(id.description)
        ) { row in
            (
                kind: row.text(0),
                payload: JSONObject(intact: row.text(1), digest: row.bytes(2)),
                key: row.optionalText(8),
                isLate: row.integer(3) == 0 && now.isAfterSleep(row.optionalInteger(4), of: row)
            )
        }
        guard let row else { return .lost(reason: "its record is gone from the store") }
        guard !row.isLate else { return .expired }
        guard let payload = row.payload else {
            return .lost(reason: "its stored payload is damaged")
        }
        try connection.run(
            """
            UPDATE action SET attempts = ?2, \
            interruptions = interruptions + (running AND NOT suspect), running = 1, suspect = 0, \
            pause = NULL, started = ?3 WHERE id = ?1
            """,
            .text(id.description),
            .integer(Int64(number)),
            .integer(now.date)
        )
        return .begins(kind: row.kind, payload: payload, key: row.key)
    }

    private func end(
        _ id: ActionID,
        _ state: ActionStatus.State,
        _ lastWords: String?,
        at now: StoreTime
    ) throws(SQLiteError) {
        try connection.run(
            """
            UPDATE action SET ended = ?2, state = ?3, outcome = ?4, words = ?5, running = 0, \
            started = iif(running OR ?3 = 'interrupted', started, NULL) WHERE id = ?1 AND ended IS NULL
            """,
            .text(id.description),
            .integer(now.date),
            .text(state.word),
            .text(state.json.compact),
            .text(lastWords?.cut(to: TextLimit.message))
        )
    }
}

extension StoreTime {
    /// Whether an action of this boot has waited longer than it may, sleep included; its columns
    /// `accepted`, `uptime` and `boot` are the sixth to eighth.
    fileprivate func isAfterSleep(_ expires: Int64?, of row: SQLiteRow) -> Bool {
        guard let expires, row.text(7) == boot else { return false }
        return elapsed(since: row.integer(5), uptime: row.integer(6), boot: boot) > expires
    }
}

extension JSONObject {
    /// A digest that does not depend on the order of the members.
    var digest: [UInt8] { SHA256.digest(of: JSON.object(self).ordered.bytes) }

    /// Reads a stored payload; `nil` if it is not what was stored.
    fileprivate init?(intact text: String, digest: [UInt8]) {
        guard let payload = (try? JSON(parsing: text))?.objectValue, payload.digest == digest else {
            return nil
        }
        self = payload
    }
}

extension JSON {
    /// The value with the members of each object in the order of their names.
    fileprivate var ordered: JSON {
        switch self {
        case .object(let members):
            var object = JSONObject()
            for key in members.keys.sorted() { object[key] = members[key]?.ordered }
            return .object(object)
        case .array(let elements): return .array(elements.map(\.ordered))
        default: return self
        }
    }
}
