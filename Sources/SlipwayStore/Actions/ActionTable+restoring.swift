internal import Slipway
internal import SlipwayInterface

/// The state that a store found when its file was opened.
struct ActionsFound: Hashable, Sendable {
    /// The actions that have not ended, in the order of acceptance.
    let open: [RestoredAction]
    /// The number of those that ran when the service ended, if it was more than one.
    let suspects: Int
}

/// The actions that earlier launches left.
extension ActionTable {
    /// Finds out the state, once, when the file was opened.
    ///
    /// - Throws: The file cannot be read or written.
    func found() throws(SQLiteError) -> ActionsFound {
        let suspects = try markSuspects()
        return ActionsFound(open: try open(at: .now, .now), suspects: suspects)
    }

    /// Marks the attempts that ran when the service ended, if there were several: nothing says
    /// which of them was the cause, so none of these interruptions counts.
    ///
    /// - Returns: How many ran; 0 if it was one, or none.
    private func markSuspects() throws(SQLiteError) -> Int {
        let running = try connection.first(
            "SELECT count(*) FROM action WHERE ended IS NULL AND running = 1 AND suspect = 0"
        ) { Int($0.integer(0)) }
        guard let running, running > 1 else { return 0 }
        try connection.run(
            "UPDATE action SET suspect = 1 WHERE ended IS NULL AND running = 1"
        )
        return running
    }

    /// The actions that have not ended, in the order of acceptance.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - instant: The same moment by the launch's clock.
    /// - Returns: The actions.
    /// - Throws: The file cannot be read.
    private func open(
        at now: StoreTime,
        _ instant: Instant
    ) throws(SQLiteError) -> [RestoredAction] {
        var actions: [RestoredAction] = []
        let selection = ActionSelection(ActionColumn.allCases.filter { $0 != .payload })
        try connection.rows("\(selection.sql) WHERE ended IS NULL ORDER BY position") { row in
            actions.append(RestoredAction(ActionRow(row, selection), now, instant))
            return true
        }
        return actions
    }
}

extension RestoredAction {
    /// Reads a row with every column but the payload.
    fileprivate init(_ row: ActionRow, _ now: StoreTime, _ instant: Instant) {
        // Since 1970 at most: a damaged file may have any number anywhere.
        let waited = min(now.elapsed(since: row), max(0, now.date))
        let isInterrupted = row.integer(.running) != 0
        let counts = isInterrupted && row.integer(.suspect) == 0
        func time(_ column: ActionColumn) -> Instant? {
            // A clock that was set back makes no attempt later than now.
            row.time(column).map { instant.advanced(by: .microseconds(min($0, waited) - waited)) }
        }
        self.init(
            id: ActionID(row.text(.id)),
            kind: row.text(.kind),
            acceptedAt: instant.advanced(by: .microseconds(0 - waited))
        )
        owner = UInt32(truncatingIfNeeded: row.integer(.uid))
        expiresAt = row.optionalInteger(.expires).map { expires in
            let left = max(expires.clamped(to: Calendar.dates) - waited, now.untilClockCounts)
            return instant.advanced(by: .microseconds(left))
        }
        readyAt = time(.readyAfter)
        startedAt = time(.startedAfter)
        begunAt = time(.begunAfter)
        attempts = row.count(.attempts)
        failures = row.count(.failures)
        interruptions = row.count(.interruptions) + (counts ? 1 : 0)
        self.isInterrupted = isInterrupted
        retryAt = row.backoffLeft(at: now).map { instant.advanced(by: $0) }
        lastFailure = row.optionalText(.failure).map { Failure($0) }
        keys = row.keys
    }
}

extension ActionRow {
    /// The keys with which the action was accepted; `nil` for none.
    fileprivate var keys: ActionKeys? {
        let keys = ActionKeys(
            order: optionalText(.orderKey),
            unique: optionalText(.uniqueKey),
            coalescing: optionalText(.coalescingKey)
        )
        return keys.isEmpty ? nil : keys
    }
}

extension StoreTime {
    /// The time, in microseconds, in which nothing expires: the first minute after a boot, in which
    /// the wall clock may be about to be set.
    fileprivate var untilClockCounts: Int64 { max(0, 60_000_000 - uptime) }
}
