import SlipwayInterface
import SlipwayTestSupport

@testable import SlipwayStore

/// The file of actions in a folder, while no store has it or beside one.
extension TemporaryFolder {
    static let nameOfActions = ActionFile.name

    var actions: String { "\(path)/\(Self.nameOfActions)" }

    /// Makes a file of actions as a version left it.
    func make(_ fixture: StoreFixture) throws {
        try write("", to: Self.nameOfActions)
        for statement in fixture.statements { try run(statement) }
    }

    func run(_ sql: String, _ numbers: Int64...) throws {
        let connection = try SQLiteConnection(actions)
        // A store that is open may be letting go of old records.
        try connection.run("PRAGMA busy_timeout = 60000")
        try connection.run(sql, numbers.map { .integer($0) })
    }

    /// Gives the file the mark of a version that is not known yet.
    func markAsNewer() throws { try run("PRAGMA user_version = 99") }

    func markAsCurrent() throws { try run("PRAGMA user_version = \(StoreFixture.current)") }

    /// The first records of the file.
    func records() throws -> [StoredAction] {
        try ActionFile(in: path).table.page(ActionFilter(limit: 9), .now).actions
    }

    /// The columns and indices of the file, which is made or brought up to date.
    func tables() throws -> [String] {
        var tables: [String] = []
        try ActionFile(in: path).table.connection.rows(
            """
            SELECT m.name || ' ' || p.name || ' ' || p.type || p."notnull" || ifnull(dflt_value, '') \
            FROM sqlite_schema m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' \
            UNION ALL SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
            """
        ) { row in
            tables.append(row.text(0))
            return true
        }
        return tables.sorted()
    }
}

extension StoreFixture {
    /// The version that files have by now.
    static let current = ActionSchema.version
}
