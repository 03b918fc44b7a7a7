/// The tables of the file in which actions are stored, by version.
///
/// A later version adds its step to ``steps``; what is published never changes.
enum ActionSchema {
    /// The version of the tables as they were first released: no file has a smaller one.
    static let first = 6
    /// The newest version that this build knows.
    static var version: Int { first + steps.count }

    /// The steps: each brings a file from one version to the next, the first one from ``first``.
    private static let steps: [String] = []

    private static let tables = """
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
            failure TEXT,
            ended INTEGER,
            state TEXT NOT NULL DEFAULT 'waiting',
            outcome TEXT,
            words TEXT,
            failures INTEGER NOT NULL DEFAULT 0,
            suspect INTEGER NOT NULL DEFAULT 0,
            pause INTEGER,
            paused INTEGER,
            paused_uptime INTEGER,
            paused_boot TEXT,
            ready_after INTEGER,
            started_after INTEGER,
            ended_after INTEGER,
            order_key TEXT,
            unique_key TEXT,
            coalescing_key TEXT,
            begun_after INTEGER,
            result TEXT
        ) STRICT;
        CREATE UNIQUE INDEX action_key ON action (uid, kind, key) WHERE key IS NOT NULL;
        CREATE INDEX action_open ON action (position) WHERE ended IS NULL;
        CREATE INDEX action_ended ON action (ended) WHERE ended IS NOT NULL;
        CREATE INDEX action_retry ON action (retry_of) WHERE retry_of IS NOT NULL;
        CREATE TABLE value (
            position INTEGER PRIMARY KEY,
            operation TEXT NOT NULL UNIQUE,
            identity TEXT NOT NULL,
            ended INTEGER NOT NULL,
            json TEXT NOT NULL
        ) STRICT;
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
        """

    /// The version of a file; 0 for an empty one.
    static func version(of connection: SQLiteConnection) throws(SQLiteError) -> Int {
        try connection.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    }

    /// Brings a file to the newest version; leaves one alone that is newer.
    ///
    /// - Parameters:
    ///   - connection: The file.
    ///   - steps: Those of later versions than the first.
    /// - Returns: The version that the file had; 0 for an empty one.
    /// - Throws: A step fails, or the version is none: a file with tables has ``first`` or a later
    ///   one.
    @discardableResult
    static func migrate(
        _ connection: SQLiteConnection,
        by steps: [String] = steps
    ) throws(SQLiteError) -> Int {
        let (found, newest) = (try version(of: connection), first + steps.count)
        guard found < newest else { return found }
        let isEmpty = try connection.first("SELECT 1 FROM sqlite_schema") { _ in true } == nil
        guard found >= first || (found == 0 && isEmpty) else {
            throw .damage("its version is \(found), and it is not empty")
        }
        let lacking = found == 0 ? [tables] + steps : Array(steps[(found - first)...])
        try connection.transaction { () throws(SQLiteError) in
            for step in lacking {
                for statement in step.split(separator: ";") { try connection.run("\(statement)") }
            }
            try connection.run("PRAGMA user_version = \(newest)")
        }
        return found
    }
}
