import Testing

/// Files of actions as each version of the schema left them, as text: a published one never changes.
struct StoreFixture: Sendable, CustomTestStringConvertible {
    let version: Int
    private let schema: [String]
    private let columns: [String]
    private let values: [String]

    var testDescription: String { "version \(version)" }

    /// The statements that make the file: its schema, an action that waits (`waits`), one whose
    /// attempt failed and is to be repeated (`pauses`), one that ran when the service ended
    /// (`runs`), and two that have ended (`done` and `failed`).
    var statements: [String] {
        let rows = zip(Self.rows, values).map { row, more in
            "INSERT INTO action (\(([Self.names] + columns).joined(separator: ", "))) "
                + "VALUES (\(row)\(more))"
        }
        return schema + rows + ["PRAGMA user_version = \(version)"]
    }

    private static let names = """
        id, kind, uid, pid, key, payload, expires, attempts, running, interruptions, failure, \
        ended, state, outcome, words, digest, accepted, uptime, boot
        """

    /// Accepted at 2027-01-15, in a boot that is over.
    private static let rows = [
        "'waits', 'open', 1000, 7, 'k1', '{\"n\":1}', NULL, 0, 0, 0, NULL, "
            + "NULL, 'waiting', NULL, NULL, \(end)",
        "'pauses', 'open', 1000, 7, NULL, '{\"n\":1}', NULL, 2, 0, 1, "
            + "'HTTP 503', NULL, 'waiting', NULL, NULL, \(end)",
        "'runs', 'open', 0, 7, NULL, '{\"n\":1}', NULL, 1, 1, 0, NULL, "
            + "NULL, 'waiting', NULL, NULL, \(end)",
        "'done', 'open', 1000, 7, 'k2', '{\"n\":1}', NULL, 1, 0, 0, NULL, "
            + "4000000000000000, 'done', '{\"state\":\"done\"}', NULL, \(end)",
        "'failed', 'open', 1000, 7, NULL, NULL, NULL, 1, 0, 0, NULL, "
            + "4000000000000000, 'cancelled', '{\"state\":\"cancelled\",\"message\":\"by hand\"}', "
            + "'no such cart', \(end)",
    ]

    private static let end = """
        X'2bfd14f43d17fc7cea24e0917a8879b4b2f880b8baeec1b9d90fbaad655e71bd', 1800000000000000, 5, \
        'boot'
        """

    static let all = [
        StoreFixture(
            version: 1,
            schema: [table, keys, open, ended],
            columns: ["started"],
            values: starts
        ),
        StoreFixture(
            version: 2,
            schema: [table, keys, open, ended, retries] + added,
            columns: ["started"] + attemptColumns,
            values: zip(starts, attempts).map { $0 + $1 }
        ),
        StoreFixture(
            version: 3,
            schema: [table, keys, open, ended, retries] + added + timed,
            columns: ["started_after", "ended_after"] + attemptColumns,
            values: timedValues
        ),
        StoreFixture(
            version: 4,
            schema: [table, keys, open, ended, retries] + added + timed + [value],
            columns: ["started_after", "ended_after"] + attemptColumns,
            values: timedValues
        ),
        StoreFixture(
            version: 5,
            schema: [table, keys, open, ended, retries] + added + timed + [value] + launches,
            columns: ["started_after", "ended_after"] + attemptColumns,
            values: timedValues
        ),
        StoreFixture(
            version: 6,
            schema: [table, keys, open, ended, retries] + added + timed + [value] + launches
                + keyed,
            columns: ["started_after", "ended_after"] + attemptColumns,
            values: timedValues
        ),
    ]

    private static let start = ", 1800000000000001"
    private static let starts = [", NULL", start, start, start, start]
    private static let begun = ", 1, NULL"
    private static let over = ", 1, 2200000000000000"

    private static let timedValues =
        zip([", NULL, NULL", begun, begun, over, over], attempts).map { $0 + $1 }

    private static let attemptColumns = [
        "failures", "suspect", "pause", "paused", "paused_uptime", "paused_boot",
    ]
    private static let attempts = [
        none, ", 1, 0, 1000000, 1800000000000002, 6, 'boot'", none, none, none,
    ]
    private static let none = ", 0, 0, NULL, NULL, NULL, NULL"

    private static let table = """
        CREATE TABLE action (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, \
        kind TEXT NOT NULL, uid INTEGER NOT NULL, pid INTEGER NOT NULL, key TEXT, retry_of TEXT, \
        digest BLOB NOT NULL, payload TEXT, accepted INTEGER NOT NULL, uptime INTEGER NOT NULL, \
        boot TEXT NOT NULL, expires INTEGER, attempts INTEGER NOT NULL DEFAULT 0, \
        running INTEGER NOT NULL DEFAULT 0, interruptions INTEGER NOT NULL DEFAULT 0, \
        started INTEGER, failure TEXT, ended INTEGER, state TEXT NOT NULL DEFAULT 'waiting', \
        outcome TEXT, words TEXT) STRICT
        """
    private static let keys =
        "CREATE UNIQUE INDEX action_key ON action (uid, kind, key) WHERE key IS NOT NULL"
    private static let open = "CREATE INDEX action_open ON action (position) WHERE ended IS NULL"
    private static let ended =
        "CREATE INDEX action_ended ON action (ended) WHERE ended IS NOT NULL"
    private static let retries =
        "CREATE INDEX action_retry ON action (retry_of) WHERE retry_of IS NOT NULL"
    private static let added = [
        "failures INTEGER NOT NULL DEFAULT 0", "suspect INTEGER NOT NULL DEFAULT 0",
        "pause INTEGER",
        "paused INTEGER", "paused_uptime INTEGER", "paused_boot TEXT",
    ].map { "ALTER TABLE action ADD COLUMN \($0)" }
    private static let value = """
        CREATE TABLE value (position INTEGER PRIMARY KEY, operation TEXT NOT NULL UNIQUE, \
        identity TEXT NOT NULL, ended INTEGER NOT NULL, json TEXT NOT NULL) STRICT
        """
    private static let launches = [
        """
        CREATE TABLE launch_declarations (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, \
        json TEXT NOT NULL) STRICT
        """,
        """
        CREATE TABLE launch (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, \
        start TEXT NOT NULL, boot TEXT NOT NULL, began INTEGER NOT NULL, digest TEXT NOT NULL, \
        version TEXT NOT NULL, generation INTEGER NOT NULL, ready INTEGER, state TEXT NOT NULL, \
        cause TEXT, declarations INTEGER, head TEXT NOT NULL, times BLOB NOT NULL) STRICT
        """,
    ]
    private static let keyed = [
        "order_key TEXT", "unique_key TEXT", "coalescing_key TEXT", "begun_after INTEGER",
        "result TEXT",
    ].map { "ALTER TABLE action ADD COLUMN \($0)" }
    private static let timed = [
        "ADD COLUMN ready_after INTEGER", "ADD COLUMN started_after INTEGER",
        "ADD COLUMN ended_after INTEGER", "DROP COLUMN started",
    ].map { "ALTER TABLE action \($0)" }
}
