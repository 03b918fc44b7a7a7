import GRDB

/// Goods of one kind.
struct Goods: Sendable {
    var item: String
    var count: Int
}

/// The goods that there are, in a database.
struct Stock: Sendable {
    private let database: DatabaseQueue

    /// Opens the database, and brings it up to date.
    init(migratedAt path: String) throws {
        database = try DatabaseQueue(path: path)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("goods") { database in
            try database.create(table: "goods") { table in
                table.primaryKey("item", .text)
                table.column("count", .integer).notNull()
            }
        }
        migrator.registerMigration("shirts") { database in
            try database.execute(sql: "INSERT INTO goods VALUES ('shirt', 1000)")
        }
        try migrator.migrate(database)
    }

    func count(of item: String) async throws -> Int {
        try await database.read { database in
            let statement = "SELECT count FROM goods WHERE item = ?"
            return try Int.fetchOne(database, sql: statement, arguments: [item]) ?? 0
        }
    }

    func add(_ goods: Goods) async throws {
        let statement = """
            INSERT INTO goods VALUES (?, ?)
            ON CONFLICT (item) DO UPDATE SET count = count + excluded.count
            """
        try await database.write { database in
            try database.execute(sql: statement, arguments: [goods.item, goods.count])
        }
    }

    func take(_ item: String) async throws {
        try await add(Goods(item: item, count: -1))
    }
}
