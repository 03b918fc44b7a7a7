internal import Slipway

/// The time for which the records of ended actions stay, and their number.
struct ActionRetention: Hashable, Sendable {
    /// The time for the record of an ended action, and with it its key; default a week.
    var records = Duration.seconds(7 * 24 * 3600)
    /// The most records, but for those that are younger than ``keys``; default 10,000.
    var count = 10_000
    /// The time for a record, and with it its key, however many there are: a sender whose
    /// connection was lost sends again within this time, and is not served twice; default 10
    /// minutes.
    var keys = Duration.seconds(600)
    /// The time for the payload of an ended action, which a retry needs, and for what may repeat
    /// parts of it: the keys of the payload, and what the handler left; default a day.
    var payloads = Duration.seconds(24 * 3600)
    /// The number of ended actions, the last ones, for which what the handler left stays; `nil`,
    /// the default: for as long as the payload.
    var results: Int?
    /// The time between two removals of old records where few actions end; default an hour.
    var period = Duration.seconds(3600)

    /// Creates the defaults.
    init() {}

    /// The retention of actions in memory: the last 4,096 that have ended, and of the last 64 what
    /// their handlers left, which may be 64 KiB each.
    static var inMemory: ActionRetention {
        var retention = ActionRetention()
        retention.count = 4096
        retention.keys = .zero
        retention.payloads = .zero
        retention.results = 64
        retention.period = .seconds(24 * 3600)
        return retention
    }
}

extension ActionTable {
    /// The rows that one transaction lets go of or empties at most, by each of its statements.
    static let piece = 128

    /// The bytes of the file that are in use.
    func usedBytes() throws(SQLiteError) -> UInt64 {
        func number(_ pragma: String) throws(SQLiteError) -> UInt64 {
            UInt64(clamping: try connection.first("PRAGMA \(pragma)") { $0.integer(0) } ?? 0)
        }
        let (pages, free) = (try number("page_count"), try number("freelist_count"))
        return (pages - min(pages, free)) * Self.pageSize
    }

    /// The bytes of a page of SQLite, by default.
    static let pageSize: UInt64 = 4096
    /// The columns of the payload, and of the keys that are parts of it.
    private static let ofPayload: [ActionColumn] = [
        .payload, .orderKey, .uniqueKey, .coalescingKey,
    ]
    /// The columns of what the handler left.
    private static let ofHandler: [ActionColumn] = [.words, .result]

    /// Lets go of what ended long ago, and of the oldest records beyond the number that may stay.
    ///
    /// An end in the future was noted while the clock was ahead, and one before 2020 while it was
    /// not set: both are changed to now. Otherwise the first would outlast all ends from now on,
    /// and the second would be let go of at once. While the clock is not set, every right end seems
    /// to be in the future, and nothing is changed.
    ///
    /// - Parameters:
    ///   - retention: How long records stay, and how many.
    ///   - now: The moment.
    ///   - limit: The most rows for each of the statements.
    /// - Returns: The most rows of one of the statements; less than the limit if there are no more.
    /// - Throws: The file cannot be written.
    @discardableResult
    func purge(
        _ retention: ActionRetention,
        at now: StoreTime,
        upTo limit: Int = .max
    ) throws(SQLiteError) -> Int {
        var most = 0
        func note(_ count: Int) { most = max(most, count) }
        if now.date >= WallTime.earliest {
            try note(
                change(
                    "UPDATE action SET ended = ?1",
                    "ended > ?1 OR ended < ?2",
                    [.integer(now.date), .integer(WallTime.earliest)],
                    upTo: limit
                )
            )
        }
        let isOld = "ended < ?1"
        let date: [SQLiteValue] = [.integer(now.date - retention.payloads.microseconds)]
        try note(clear(Self.ofPayload, isOld, date, upTo: limit))
        if let count = retention.results {
            try note(
                clear(
                    Self.ofHandler,
                    """
                    ended IS NOT NULL AND position NOT IN (SELECT position FROM action \
                    WHERE ended IS NOT NULL ORDER BY ended DESC, position DESC LIMIT ?1)
                    """,
                    [.integer(Int64(count))],
                    upTo: limit
                )
            )
        } else {
            try note(clear(Self.ofHandler, isOld, date, upTo: limit))
        }
        let delete = "DELETE FROM action"
        try note(
            change(
                delete,
                "ended < ?1",
                [.integer(now.date - retention.records.microseconds)],
                upTo: limit
            )
        )
        try note(
            change(
                delete,
                """
                ended < ?2 AND position IN (SELECT position FROM action \
                WHERE ended IS NOT NULL ORDER BY ended DESC, position DESC LIMIT -1 OFFSET ?1)
                """,
                [
                    .integer(Int64(retention.count)),
                    .integer(now.date - retention.keys.microseconds),
                ],
                upTo: limit
            )
        )
        return most
    }

    /// Lets go, before their time, of the payloads and results of what has ended and needs no retry, the oldest first.
    ///
    /// - Returns: How many rows had any.
    func relieve(upTo limit: Int) throws(SQLiteError) -> Int {
        let retried = [ActionStatus.State.Word.failed, .interrupted].map { "'\($0.rawValue)'" }
        return try clear(
            Self.ofPayload + Self.ofHandler,
            "ended IS NOT NULL AND state NOT IN (\(retried.joined(separator: ", ")))",
            [],
            upTo: limit
        )
    }

    /// Empties columns of the rows for which a condition holds; a row in which all of them are
    /// empty is not written.
    private func clear(
        _ columns: [ActionColumn],
        _ condition: String,
        _ parameters: [SQLiteValue],
        upTo limit: Int
    ) throws(SQLiteError) -> Int {
        let assignments = columns.map { "\($0.rawValue) = NULL" }.joined(separator: ", ")
        let isAny = columns.map { "\($0.rawValue) IS NOT NULL" }.joined(separator: " OR ")
        return try change(
            "UPDATE action SET \(assignments)",
            "\(condition) AND (\(isAny))",
            parameters,
            upTo: limit
        )
    }

    /// Changes the rows for which a condition holds, those that ended first before others.
    ///
    /// - Returns: How many.
    private func change(
        _ statement: String,
        _ condition: String,
        _ parameters: [SQLiteValue],
        upTo limit: Int
    ) throws(SQLiteError) -> Int {
        try connection.run(
            """
            \(statement) WHERE position IN (SELECT position FROM action WHERE \(condition) \
            ORDER BY ended LIMIT ?\(parameters.count + 1))
            """,
            parameters + [.integer(Int64(limit))]
        )
        return connection.changes
    }

    /// Lets go of records of actions that have ended.
    ///
    /// - Returns: How many.
    func purgeEnded(upTo limit: Int) throws(SQLiteError) -> Int {
        try change("DELETE FROM action", "ended IS NOT NULL", [], upTo: limit)
    }
}
