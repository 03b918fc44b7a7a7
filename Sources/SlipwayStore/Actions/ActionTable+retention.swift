internal import Slipway

/// The time for which ended actions are kept.
struct ActionRetention: Hashable, Sendable {
    /// The time for the record of an ended action, and with it its key; default a week.
    var records = Duration.seconds(7 * 24 * 3600)
    /// The number of records that are kept, but for those that are younger than ``keys``; default
    /// 10,000.
    var count = 10_000
    /// The time for a record, and with it its key, however many there are: a sender whose
    /// connection was lost sends again within this time, and is not served twice; default 10
    /// minutes.
    var keys = Duration.seconds(600)
    /// The time for its payload, which a retry needs, and for what may repeat parts of it: the keys of the
    /// payload, and what the handler left; default a day.
    var payloads = Duration.seconds(24 * 3600)
    /// The number of the last ended actions of which what the handler left is kept; `nil`, the default, for
    /// those of which the payload is.
    var results: Int?
    /// The time between two removals of old records where few actions end; default an hour.
    var period = Duration.seconds(3600)

    /// Creates the defaults.
    init() {}

    /// That of actions in memory: the last 4,096 that have ended, and of the last 64 what their handlers
    /// left, which may be 64 KiB each.
    static var inMemory: ActionRetention {
        var retention = ActionRetention()
        retention.count = 4096
        retention.keys = .zero
        retention.payloads = .zero
        retention.results = 64
        return retention
    }
}

extension ActionTable {
    /// Lets go of what ended long ago, and of the oldest beyond the number that is kept.
    ///
    /// An action that ended in the future ended while the clock was ahead, and one that ended before 2020 while
    /// it was not set: both count as ended now. The first would take the places of those that end from now
    /// on, the second would be let go of at once. While the clock is not set, all others are in the future.
    ///
    /// - Returns: How many records.
    @discardableResult
    func purge(_ retention: ActionRetention, at now: StoreTime) throws(SQLiteError) -> Int {
        if now.date >= WallTime.earliest {
            try connection.run(
                "UPDATE action SET ended = ?1 WHERE ended > ?1 OR ended < ?2",
                [.integer(now.date), .integer(WallTime.earliest)]
            )
        }
        try clear(
            [.payload, .orderKey, .uniqueKey, .coalescingKey],
            "ended < ?1",
            .integer(now.date - retention.payloads.microseconds)
        )
        if let count = retention.results {
            try clear(
                [.words, .result],
                """
                ended IS NOT NULL AND position NOT IN (SELECT position FROM action \
                WHERE ended IS NOT NULL ORDER BY ended DESC, position DESC LIMIT ?1)
                """,
                .integer(Int64(count))
            )
        } else {
            try clear(
                [.words, .result],
                "ended < ?1",
                .integer(now.date - retention.payloads.microseconds)
            )
        }
        try connection.run(
            "DELETE FROM action WHERE ended < ?1",
            [.integer(now.date - retention.records.microseconds)]
        )
        let old = connection.changes
        try connection.run(
            """
            DELETE FROM action WHERE ended < ?2 AND position IN (SELECT position FROM action \
            WHERE ended IS NOT NULL ORDER BY ended DESC, position DESC LIMIT -1 OFFSET ?1)
            """,
            [
                .integer(Int64(retention.count)),
                .integer(now.date - retention.keys.microseconds),
            ]
        )
        return old + connection.changes
    }

    /// Empties columns of the rows for which a condition holds; a row that has none of them is not
    /// written.
    private func clear(
        _ columns: [ActionColumn],
        _ condition: String,
        _ parameter: SQLiteValue
    ) throws(SQLiteError) {
        let assignments = columns.map { "\($0.rawValue) = NULL" }.joined(separator: ", ")
        let isAny = columns.map { "\($0.rawValue) IS NOT NULL" }.joined(separator: " OR ")
        try connection.run(
            "UPDATE action SET \(assignments) WHERE \(condition) AND (\(isAny))",
            [parameter]
        )
    }

    /// Lets go of all that have ended.
    ///
    /// - Returns: How many.
    func purgeEnded() throws(SQLiteError) -> Int {
        try connection.run("DELETE FROM action WHERE ended IS NOT NULL")
        return connection.changes
    }
}
