/// The tables of the file in which actions are kept, by version.
///
/// A later version adds its step to ``steps``; a published step never changes.
enum ActionSchema {
    /// The newest version that this build knows.
    static var version: Int { steps.count }

    /// Each brings the file from the version of its index to the next one.
    private static let steps = [
        """
        CREATE TABLE action (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            uid INTEGER NOT NULL,
            pid INTEGER NOT NULL,
            key TEXT,
            retry_of TEXT,
            digest BLOB NOT NULL,
            payload TEXT,
            accepted INTEGER NOT NULL,
            uptime INTEGER NOT NULL,
            boot TEXT NOT NULL,
            expires INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            running INTEGER NOT NULL DEFAULT 0,
            interruptions INTEGER NOT NULL DEFAULT 0,
            started INTEGER,
            failure TEXT,
            ended INTEGER,
            state TEXT NOT NULL DEFAULT 'waiting',
            outcome TEXT,
            words TEXT
        ) STRICT;
        CREATE UNIQUE INDEX action_key ON action (uid, kind, key) WHERE key IS NOT NULL;
        CREATE INDEX action_open ON action (position) WHERE ended IS NULL;
        CREATE INDEX action_ended ON action (ended) WHERE ended IS NOT NULL;
        """,
        // Failed attempts, the pause after the last one, interruptions that do not count, and what was
        // retried.
        """
        ALTER TABLE action ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE action ADD COLUMN suspect INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE action ADD COLUMN pause INTEGER;
        ALTER TABLE action ADD COLUMN paused INTEGER;
        ALTER TABLE action ADD COLUMN paused_uptime INTEGER;
        ALTER TABLE action ADD COLUMN paused_boot TEXT;
        CREATE INDEX action_retry ON action (retry_of) WHERE retry_of IS NOT NULL;
        UPDATE action SET failures = max(0, attempts - interruptions - running)
            WHERE failure IS NOT NULL AND ended IS NULL
        """,
        // The times of an action, in microseconds since its acceptance: a wall clock that is set does not
        // change them. A damaged file may have any number for a date.
        """
        ALTER TABLE action ADD COLUMN ready_after INTEGER;
        ALTER TABLE action ADD COLUMN started_after INTEGER;
        ALTER TABLE action ADD COLUMN ended_after INTEGER;
        UPDATE action SET started_after = CAST(max(0, started - accepted) AS INTEGER),
            ended_after = CAST(max(0, ended - accepted) AS INTEGER);
        ALTER TABLE action DROP COLUMN started
        """,
        // The last good values of operations; a new one is a new row, so that the oldest can be let go.
        """
        CREATE TABLE value (
            position INTEGER PRIMARY KEY,
            operation TEXT NOT NULL UNIQUE,
            identity TEXT NOT NULL,
            ended INTEGER NOT NULL,
            json TEXT NOT NULL
        ) STRICT
        """,
        // The launches, each in the few bytes of its times; what its operations are declared to be is
        // kept once.
        """
        CREATE TABLE launch_declarations (
            id INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            json TEXT NOT NULL
        ) STRICT;
        CREATE TABLE launch (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            start TEXT NOT NULL,
            boot TEXT NOT NULL,
            began INTEGER NOT NULL,
            digest TEXT NOT NULL,
            version TEXT NOT NULL,
            generation INTEGER NOT NULL,
            ready INTEGER,
            state TEXT NOT NULL,
            cause TEXT,
            declarations INTEGER,
            head TEXT NOT NULL,
            times BLOB NOT NULL
        ) STRICT
        """,
        // The keys by which actions of a kind are told apart, when the first attempt began, and what the
        // handler left of the last one, as JSON.
        """
        ALTER TABLE action ADD COLUMN order_key TEXT;
        ALTER TABLE action ADD COLUMN unique_key TEXT;
        ALTER TABLE action ADD COLUMN coalescing_key TEXT;
        ALTER TABLE action ADD COLUMN begun_after INTEGER;
        ALTER TABLE action ADD COLUMN result TEXT
        """,
    ]

    /// The version of a file; 0 for an empty one.
    static func version(of connection: SQLiteConnection) throws(SQLiteError) -> Int {
        try connection.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    }

    /// Brings a file to the newest version; leaves one alone that is newer.
    ///
    /// - Returns: The version that it had; 0 for an empty file.
    /// - Throws: It cannot be, or its version is damaged: a file with tables has one above 0.
    static func migrate(_ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        let found = try version(of: connection)
        guard found < version else { return found }
        let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
        guard found > 0 || (found == 0 && tables == 0) else {
            throw .damage("its version is \(found), and it is not empty")
        }
        try connection.transaction { () throws(SQLiteError) in
            for step in steps[found...] {
                for statement in step.split(separator: ";") { try connection.run("\(statement)") }
            }
            try connection.run("PRAGMA user_version = \(version)")
        }
        return found
    }
}
