@testable import SlipwayStore

extension SQLiteConnection {
    /// Makes a file one of the first version; each of its actions has failed.
    func makeFirstVersion() throws(SQLiteError) {
        try run("UPDATE action SET failure = 'gone', running = 0, interruptions = 0")
        try run("DROP INDEX action_retry")
        for column in ["failures", "suspect", "pause", "paused", "paused_uptime", "paused_boot"] {
            try run("ALTER TABLE action DROP COLUMN \(column)")
        }
        try run("PRAGMA user_version = 1")
    }
}
