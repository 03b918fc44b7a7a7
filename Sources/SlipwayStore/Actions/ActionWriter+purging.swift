internal import Slipway

/// Lets go of old records in pieces, so that no change waits long and the log stays short.
extension ActionWriter {
    /// The number of ended actions after which old records are let go of.
    private static let endsPerPurge = 256

    /// Takes what was committed: with the first change, and after so many ends, it is time to purge.
    func noteEnds(_ writes: [ActionWrite]) {
        let ends = writes.count { if case .end = $0.change { true } else { false } }
        if ends > 0 { room?.noteEnd() }
        endsUntilPurge -= ends
        guard endsUntilPurge <= 0 else { return }
        endsUntilPurge = Self.endsPerPurge
        nextPurge = .now
    }

    /// Lets go of some old records if it is time to: the payload of a service's only action would
    /// otherwise stay for ever.
    ///
    /// - Throws: No record could be let go of, on a full disk; the next call tries again.
    func purgeIfDue(
        _ instant: Instant = .now,
        at now: StoreTime = .now
    ) throws(StoreError) {
        guard instant >= nextPurge else { return }
        nextPurge = instant.advanced(by: retention.period)
        if room?.reserve.isGivenUp == false { room?.reserve.hold() }
        do throws(SQLiteError) {
            let count = try store { () throws(SQLiteError) in
                var count = 0
                try table.connection.transaction { () throws(SQLiteError) in
                    count = try table.purge(retention, at: now, upTo: piece)
                }
                return count
            }
            try noteLetGo(count)
            if count >= piece { nextPurge = instant }
        } catch {
            throw StoreError(table.connection.path, error)
        }
    }

    /// Lets go of all records of ended actions.
    ///
    /// - Returns: How many.
    func purgeEnded() throws(StoreError) -> Int {
        do throws(SQLiteError) {
            var count = 0
            while true {
                let gone = try store { () throws(SQLiteError) in
                    try table.purgeEnded(upTo: piece)
                }
                try noteLetGo(gone)
                onPiece()
                guard gone > 0 else { break }
                count += gone
            }
            nextLook = .now
            return count
        } catch {
            throw StoreError(table.connection.path, error)
        }
    }
}
