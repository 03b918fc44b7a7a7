internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwaySystem

/// The launches of a service as rows of the file in which actions are stored.
struct LaunchTable {
    let connection: SQLiteConnection

    private static let columns =
        "id, start, boot, began, digest, version, generation, ready, state, cause"

    /// Writes a launch, and replaces what there is of it.
    func put(_ launch: RecordedLaunch) throws(SQLiteError) {
        let (packed, summary) = (PackedReport(launch.report), LaunchSummary(launch))
        try connection.transaction { () throws(SQLiteError) in
            let declarations = try place(of: packed.declarations)
            // The launch keeps its position among the others.
            let place = try connection.first(
                "SELECT position FROM launch WHERE id = ?1",
                [.text(summary.launchID)]
            ) { $0.integer(0) }
            try connection.run(
                """
                INSERT OR REPLACE INTO launch (position, \(Self.columns), declarations, head, times) \
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
                """,
                [
                    .integer(place), .text(summary.launchID), .text(summary.start.rawValue),
                    .text(summary.bootID), .integer(summary.startedAt),
                    .text(summary.configurationDigest), .text(summary.version),
                    .integer(Int64(summary.generation)),
                    .integer(summary.timeToReady?.microseconds),
                    .text(summary.end.rawValue), .text(summary.cause), .integer(declarations),
                    .text(packed.head), .bytes(packed.times),
                ]
            )
            try purge(besides: summary.launchID)
        }
    }

    /// Notes that no launch runs, as at the start of a process: launches without an end get one.
    func noteEnds(by marks: LaunchMarks) throws(SQLiteError) {
        var ends: [(launchID: String, end: RecordedLaunch.End)] = []
        try connection.rows(
            "SELECT id, generation FROM launch WHERE state = ?1",
            [.text(RecordedLaunch.End.running.rawValue)]
        ) { row in
            let (launchID, generation) = (row.text(0), Int(clamping: row.integer(1)))
            ends.append((launchID, marks.end(of: launchID, generation: generation)))
            return true
        }
        for (launchID, end) in ends {
            try connection.run(
                "UPDATE launch SET state = ?1 WHERE id = ?2",
                [.text(end.rawValue), .text(launchID)]
            )
        }
    }

    /// Tells whether there is a launch.
    func has(_ launchID: String) throws(SQLiteError) -> Bool {
        try connection.first("SELECT 1 FROM launch WHERE id = ?1", [.text(launchID)]) { _ in true }
            ?? false
    }

    private func place(of declarations: String) throws(SQLiteError) -> Int64? {
        guard declarations != "[]" else { return nil }
        let digest = SHA256.digest(of: Array(declarations.utf8))
        let find = "SELECT id FROM launch_declarations WHERE digest = ?1"
        if let id = try connection.first(find, [.bytes(digest)], read: { $0.integer(0) }) {
            return id
        }
        try connection.run(
            "INSERT INTO launch_declarations (digest, json) VALUES (?1, ?2)",
            [.bytes(digest), .text(declarations)]
        )
        return try connection.first(find, [.bytes(digest)]) { $0.integer(0) }
    }

    /// Lets go of the launches beyond the limits.
    private func purge(besides launchID: String) throws(SQLiteError) {
        try connection.run(
            """
            DELETE FROM launch WHERE position IN (SELECT position FROM (SELECT position, \
            row_number() OVER (PARTITION BY start, generation > 1 ORDER BY position DESC) AS number \
            FROM launch WHERE ready IS NOT NULL) WHERE number > \(KeptLimit.readyLaunches))
            """
        )
        try connection.run(
            """
            DELETE FROM launch WHERE position IN (SELECT position FROM launch \
            WHERE ready IS NULL AND id <> ?1 ORDER BY position DESC LIMIT -1 \
            OFFSET \(KeptLimit.unreadyLaunches))
            """,
            [.text(launchID)]
        )
        try connection.run(
            """
            DELETE FROM launch_declarations WHERE id NOT IN \
            (SELECT declarations FROM launch WHERE declarations IS NOT NULL)
            """
        )
    }
}

/// Reading.
extension LaunchTable {
    /// Summaries, the last one first.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - launchID: Those before this one; `nil` for the last ones.
    /// - Returns: The summaries.
    /// - Throws: The file cannot be read.
    func summaries(
        upTo limit: Int,
        before launchID: String? = nil
    ) throws(SQLiteError) -> [LaunchSummary] {
        var summaries: [LaunchSummary] = []
        try connection.rows(
            """
            SELECT \(Self.columns) FROM launch WHERE ?1 IS NULL \
            OR position < (SELECT position FROM launch WHERE id = ?1) \
            ORDER BY position DESC LIMIT ?2
            """,
            [.text(launchID), .integer(Int64(limit))]
        ) { row in
            summaries.append(Self.summary(row))
            return true
        }
        return summaries
    }

    /// The identities that begin with a text, the last launch first, at most so many.
    func identities(beginning text: String, upTo limit: Int) throws(SQLiteError) -> [String] {
        var identities: [String] = []
        try connection.rows(
            """
            SELECT id FROM launch WHERE substr(id, 1, length(?1)) = ?1 \
            ORDER BY position DESC LIMIT ?2
            """,
            [.text(text), .integer(Int64(limit))]
        ) { row in
            identities.append(row.text(0))
            return true
        }
        return identities
    }

    /// The launch with this identity; `nil` for none that can be read.
    func launch(_ launchID: String) throws(SQLiteError) -> RecordedLaunch? {
        try launches(where: "id = ?2", [.text(launchID)], upTo: 1).launches.first
    }

    /// Launches that a launch may be compared with, the last one first, itself among them: those
    /// with its start and configuration that became ready, and are reloads if it is one, or else
    /// are not.
    func launches(
        like launch: RecordedLaunch,
        upTo limit: Int
    ) throws(SQLiteError) -> [RecordedLaunch] {
        try launches(
            where: "ready IS NOT NULL AND start = ?2 AND digest = ?3 AND (generation > 1) = ?4",
            [
                .text(launch.start.rawValue), .text(launch.configurationDigest),
                .integer(launch.isReload ? 1 : 0),
            ],
            upTo: limit
        ).launches
    }

    /// Launches with their operations, the last one first; those whose records are damaged are counted.
    ///
    /// - Parameters:
    ///   - condition: Which ones; its parameters begin with the second.
    ///   - values: The values of these parameters.
    ///   - limit: How many at most.
    /// - Returns: The launches that can be read, and the number of those that cannot.
    /// - Throws: The file cannot be read.
    func launches(
        where condition: String = "TRUE",
        _ values: [SQLiteValue] = [],
        upTo limit: Int
    ) throws(SQLiteError) -> (launches: [RecordedLaunch], damaged: Int) {
        var declarations: [Int64: [OperationStatus]] = [:]
        try connection.rows("SELECT id, json FROM launch_declarations", []) { row in
            declarations[row.integer(0)] = try? PackedReport.operations(of: row.text(1))
            return true
        }
        var found: (launches: [RecordedLaunch], damaged: Int) = ([], 0)
        try connection.rows(
            """
            SELECT \(Self.columns), declarations, head, times FROM launch WHERE \(condition) \
            ORDER BY position DESC LIMIT ?1
            """,
            [.integer(Int64(limit))] + values
        ) { row in
            let packed = PackedReport(
                declarations: "",
                head: row.text(11),
                times: row.bytes(12)
            )
            let declared = row.optionalInteger(10).map { declarations[$0] } ?? []
            if let declared, let report = try? packed.report(declared) {
                found.launches.append(RecordedLaunch(report, Self.summary(row)))
            } else {
                found.damaged += 1
            }
            return true
        }
        return found
    }

    private static func summary(_ row: SQLiteRow) -> LaunchSummary {
        let start = RecordedLaunch.Start(rawValue: row.text(1)) ?? .warm
        var summary = LaunchSummary(launchID: row.text(0), start: start)
        (summary.bootID, summary.startedAt) = (row.text(2), row.integer(3))
        (summary.configurationDigest, summary.version) = (row.text(4), row.text(5))
        summary.generation = Int(clamping: row.integer(6))
        summary.timeToReady = row.optionalInteger(7).map { .microseconds($0) }
        summary.end = RecordedLaunch.End(rawValue: row.text(8)) ?? .crashed
        summary.cause = row.optionalText(9)
        return summary
    }
}
