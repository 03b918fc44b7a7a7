import SlipwayInterface
import SlipwayTestSupport

@testable import SlipwayStore

/// The file of actions in a folder, while no store has it or beside one.
extension TemporaryFolder {
    static let nameOfActions = ActionFile.name

    var actions: String { "\(path)/\(Self.nameOfActions)" }

    func run(_ sql: String, _ numbers: Int64...) throws {
        let connection = try SQLiteConnection(actions)
        // A store that is open may be letting go of old records.
        try connection.run("PRAGMA busy_timeout = 60000")
        try connection.run(sql, numbers.map { .integer($0) })
    }

    /// Gives the file the mark of a version that is not known yet.
    func markAsNewer() throws { try run("PRAGMA user_version = 99") }

    func markAsCurrent() throws { try run("PRAGMA user_version = \(ActionSchema.version)") }

    /// The first records of the file.
    func records() throws -> [StoredAction] {
        try ActionFile(in: path).table.page(ActionFilter(limit: 9), .now).actions
    }
}
