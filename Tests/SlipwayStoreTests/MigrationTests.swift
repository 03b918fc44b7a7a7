import Testing

@testable import SlipwayStore

/// A store that an earlier version wrote opens, with everything that was in it.
struct MigrationTests {
    private static let steps = [
        "ALTER TABLE value ADD COLUMN age INTEGER NOT NULL DEFAULT 7",
        "CREATE TABLE novelty (a TEXT) STRICT; CREATE INDEX novel ON novelty (a)",
    ]

    private func schema(_ connection: SQLiteConnection) throws -> [String] {
        var all: [String] = []
        try connection.rows("SELECT name || ifnull(sql, '') FROM sqlite_schema ORDER BY name") {
            all.append($0.text(0))
            return true
        }
        return all
    }

    /// The first version has no step yet: those of later ones are made here.
    @Test(arguments: 0...2)
    func aFileGoesThroughTheStepsThatItLacks(known: Int) throws {
        let first = ActionSchema.first
        let file = try SQLiteConnection(":memory:")
        #expect(try ActionSchema.migrate(file, by: Array(Self.steps[..<known])) == 0)
        #expect(try ActionSchema.version(of: file) == first + known)
        try file.run(
            "INSERT INTO value (operation, identity, ended, json) VALUES ('a', 'b', 1, '2')"
        )
        #expect(try ActionSchema.migrate(file, by: Self.steps) == first + known)
        #expect(try ActionSchema.version(of: file) == first + 2)
        #expect(try file.first("SELECT json || age FROM value") { $0.text(0) } == "27")
        let new = try SQLiteConnection(":memory:")
        try ActionSchema.migrate(new, by: Self.steps)
        #expect(try schema(file) == schema(new))
        #expect(try schema(new).count > 8)
        // One that is newer stays as it is.
        #expect(try ActionSchema.migrate(file, by: []) == first + 2)
        #expect(try ActionSchema.version(of: file) == first + 2)
    }
}
