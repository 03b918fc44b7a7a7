internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwaySystem
internal import SlipwayVarlink

/// The actions of the store as rows, in a file or in memory: what each change writes.
struct ActionTable {
    let connection: SQLiteConnection
    /// The durability of the actions in the table.
    let durability: ActionPolicy.Durability

    /// Makes an empty table in memory.
    init() throws(SQLiteError) {
        connection = try SQLiteConnection(":memory:")
        durability = .memory
        try Reclaiming.enable(connection)
        try ActionSchema.migrate(connection)
    }

    /// Takes the table of a file.
    init(of file: SQLiteConnection) {
        connection = file
        durability = .disk
    }

    func write(_ write: ActionWrite, at now: StoreTime) throws(SQLiteError) -> ActionWritten {
        let times = write.times
        switch write.change {
        case .accept(let action, _, let expires, let superseded):
            return .answer(try accept(action, expires, superseding: superseded, at: now))
        case .attempt(let id, let number, let failures, let interruptions, _):
            return try attempt(
                id,
                times,
                numbers: [number, failures, interruptions].map { .integer(Int64($0)) },
                at: now
            )
        case .backOff(let id, let failure, let pause):
            try update(
                id,
                times,
                """
                running = 0, suspect = 0, failure = ?2, failures = failures + 1, \
                pause = ?3, paused = ?4, paused_uptime = ?5, paused_boot = ?6
                """,
                .text(failure.message.cut(to: TextLimit.message)),
                .integer(pause.microseconds),
                .integer(now.date),
                .integer(now.uptime),
                .text(now.boot)
            )
        case .handOn(let id): try update(id, times, "running = 0, suspect = 0")
        case .interrupted(let id, let counts):
            try update(
                id,
                times,
                "running = 0, suspect = 0, interruptions = interruptions + ?2",
                .integer(counts ? 1 : 0)
            )
        case .takeBack(let id, let attempts):
            try update(
                id,
                times,
                "running = 0, suspect = 0, attempts = ?2",
                .integer(Int64(attempts))
            )
        case .end(let id, let state): try end(id, state, times, write.result, at: now)
        }
        return .answer(.stored)
    }

    /// Changes the row of an action that has not ended, and its times.
    ///
    /// The values are the parameters from the second one on.
    private func update(
        _ id: ActionID,
        _ times: ActionTimes,
        _ assignments: String,
        _ values: SQLiteValue...
    ) throws(SQLiteError) {
        try update(id, times, assignments, values)
    }

    private func update(
        _ id: ActionID,
        _ times: ActionTimes,
        _ assignments: String,
        _ values: [SQLiteValue]
    ) throws(SQLiteError) {
        let parameters =
            [.text(id.description)] + values
            + [times.ready, times.started].map { .integer($0?.microseconds) }
        try connection.run(
            """
            UPDATE action SET \(assignments), \
            ready_after = coalesce(?\(parameters.count - 1), ready_after), \
            started_after = ?\(parameters.count) WHERE id = ?1 AND ended IS NULL
            """,
            parameters
        )
    }

    private func accept(
        _ action: NewAction,
        _ expires: Duration?,
        superseding superseded: [ActionID],
        at now: StoreTime
    ) throws(SQLiteError) -> KeepingAnswer {
        if action.isOnlyRetry, let earlier = try obstacle(to: action) { return earlier }
        try connection.run(
            Self.acceptance,
            [
                .text(action.id.description), .text(action.kind), .integer(Int64(action.uid)),
                .integer(Int64(action.pid)), .text(action.key), .bytes(action.digest),
                .text(action.payload), .integer(now.date), .integer(now.uptime), .text(now.boot),
                .integer(expires?.microseconds), .text(action.retryOf?.description),
                .text(action.keys?.order?.text), .text(action.keys?.unique?.text),
                .text(action.keys?.coalescing?.text),
            ]
        )
        guard connection.changes == 1 else { return try find(action) ?? .conflict(action.id) }
        for old in superseded {
            try end(old, .superseded(by: action.id), ActionTimes(), HandlerResult(), at: now)
        }
        return .stored
    }

    private static let acceptance = insertion(of: [
        .id, .kind, .uid, .pid, .key, .digest, .payload, .accepted, .uptime, .boot, .expires,
        .retryOf, .orderKey, .uniqueKey, .coalescingKey,
    ])

    /// A statement that adds a row, unless there is one with the same identity or key.
    static func insertion(of columns: [ActionColumn]) -> String {
        """
        INSERT INTO action (\(columns.names)) VALUES (\(columns.parameters)) ON CONFLICT DO NOTHING
        """
    }

    private static let toBegin = ActionSelection([
        .kind, .payload, .digest, .attempts, .expires, .accepted, .uptime, .boot, .key,
    ])

    private func attempt(
        _ id: ActionID,
        _ times: ActionTimes,
        numbers: [SQLiteValue],
        at now: StoreTime
    ) throws(SQLiteError) -> ActionWritten {
        let written = try first(Self.toBegin, "id = ?1 AND ended IS NULL", [.text(id.description)])
        {
            row in
            guard row.integer(.attempts) > 0 || !now.isAfterSleep(row) else {
                return ActionWritten.answer(.rejected(.expired))
            }
            guard let payload = JSONObject(intact: row.text(.payload), row.bytes(.digest)) else {
                return .lost("its stored payload is damaged")
            }
            return .begins(kind: row.text(.kind), payload: payload, key: row.optionalText(.key))
        }
        guard let written else { return .lost("its record is gone from the store") }
        guard case .begins = written else { return written }
        try update(
            id,
            times,
            """
            attempts = ?2, failures = ?3, interruptions = ?4, running = 1, suspect = 0, \
            pause = NULL, begun_after = coalesce(begun_after, ?5)
            """,
            numbers + [.integer(times.started?.microseconds)]
        )
        return written
    }

    /// A payload that is only in memory is let go of with the end.
    private func end(
        _ id: ActionID,
        _ state: ActionStatus.State,
        _ times: ActionTimes,
        _ result: HandlerResult,
        at now: StoreTime
    ) throws(SQLiteError) {
        try update(
            id,
            times,
            """
            ended = ?2, state = ?3, outcome = ?4, words = ?5, running = 0, ended_after = ?6, \
            result = ?7\(durability == .memory ? ", payload = NULL" : "")
            """,
            .integer(now.date),
            .text(state.word),
            .text(state.json.compact),
            .text(result.lastWords?.cut(to: TextLimit.message)),
            .integer(times.ended?.microseconds),
            .text(result.isEmpty ? nil : result.json().compact)
        )
    }
}

/// A change, with everything that is stored of it.
struct ActionWrite: Sendable {
    let change: ActionChange
    /// The action's times, as far as they are known.
    let times: ActionTimes
    /// Of an end: what the handler of the last attempt left.
    let result: HandlerResult

    init(
        _ change: ActionChange,
        _ times: ActionTimes = ActionTimes(),
        result: HandlerResult = HandlerResult()
    ) {
        self.change = change
        self.times = times
        self.result = result
    }
}

/// The result of a write.
enum ActionWritten: Hashable, Sendable {
    case answer(KeepingAnswer)
    /// The attempt is stored; the action's kind, payload and key.
    case begins(kind: String, payload: JSONObject, key: String? = nil)

    /// The action cannot be run: its record is gone or damaged.
    static func lost(_ reason: String) -> ActionWritten {
        .answer(.rejected(.failed(Failure(reason), operation: nil)))
    }
}

extension StoreTime {
    /// Tells whether an action of this boot has waited longer than it may, sleep included.
    fileprivate func isAfterSleep(_ row: ActionRow) -> Bool {
        guard let expires = row.optionalInteger(.expires), row.text(.boot) == boot else {
            return false
        }
        return elapsed(since: row) > expires
    }

    /// The time since an action was accepted, in microseconds.
    func elapsed(since row: ActionRow) -> Int64 {
        elapsed(
            since: row.integer(.accepted),
            uptime: row.integer(.uptime),
            boot: row.text(.boot)
        )
    }
}

extension NewAction {
    /// A digest of the payload that does not depend on the order of its members.
    var digest: [UInt8] { (try? JSON(parsing: payload))?.digest ?? [] }
}

extension JSONObject {
    /// Reads a stored payload; `nil` if it is not what was stored.
    fileprivate init?(intact text: String, _ digest: [UInt8]) {
        guard let payload = try? JSON(parsing: text), payload.digest == digest,
            let object = payload.objectValue
        else { return nil }
        self = object
    }
}

extension JSON {
    fileprivate var digest: [UInt8] { SHA256.digest(of: ordered.bytes) }
}
