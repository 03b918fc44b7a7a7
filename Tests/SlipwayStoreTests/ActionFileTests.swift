import Foundation
import Glibc
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwaySystem
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayStore

/// The fate of files that cannot be used as they are.
struct ActionFileTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/\(ActionFile.name)" }

    init() throws { folder = try TemporaryFolder() }

    private func store(_ count: Int) async throws {
        let store = try await OpenStore(in: folder)
        for number in 0..<count {
            try await store.accept("a\(number)", ["n": .integer(Int64(number))])
        }
        store.close()
    }

    private func names() throws -> [String] {
        let folder = try #require(opendir(folder.path))
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
            )
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    private func error() async -> String {
        do {
            try await OpenStore(in: folder).close()
            return "it could be opened"
        } catch {
            return "\(error)"
        }
    }

    @Test func aFileOfANewerVersionIsLeftAlone() async throws {
        try await store(1)
        try SQLiteConnection(path).run("PRAGMA user_version = 99")
        let error = await error()
        #expect(error.contains("cannot use \(path): a newer version of Slipway wrote it"))
        let version = try SQLiteConnection(path).first("PRAGMA user_version") { $0.integer(0) }
        #expect(version == 99)
        #expect(try names().contains(ActionFile.name))
    }

    /// After a crash of the newer version its last changes are in the log alone.
    @Test(arguments: [false, true])
    func notAByteOfANewerVersionsFileChanges(hasLog: Bool) async throws {
        let origin = try TemporaryFolder()
        let newer = try SQLiteConnection(try origin.write("", to: ActionFile.name))
        try newer.run("PRAGMA journal_mode = \(hasLog ? "WAL" : "DELETE")")
        try newer.run("CREATE TABLE novelty (a TEXT)")
        try newer.run("INSERT INTO novelty VALUES ('kept')")
        try newer.run("PRAGMA user_version = 99")
        let names = [ActionFile.name] + (hasLog ? ["\(ActionFile.name)-wal"] : [])
        let bytes = try names.map { name in
            let bytes = try SmallFile.bytes(of: "\(origin.path)/\(name)", limit: 1 << 20)
            try Data(bytes).write(to: folder.url.appending(path: name))
            return bytes
        }
        for _ in 0..<3 { #expect(await error().contains("a newer version of Slipway wrote it")) }
        #expect(throws: StoredHistory.Failure.self) { try StoredHistory(in: folder.path) }
        // Nor is one made beside it.
        if !hasLog {
            #expect(access("\(path)-wal", F_OK) != 0 && access("\(path)-shm", F_OK) != 0)
        }
        for (name, bytes) in zip(names, bytes) {
            let now = try SmallFile.bytes(of: "\(folder.path)/\(name)", limit: 1 << 20)
            #expect(now == bytes, "\(name)")
        }
        _ = newer
    }

    @Test func aNewerVersionMayHaveOtherColumns() async throws {
        try await store(1)
        try SQLiteConnection(path).run("ALTER TABLE action RENAME COLUMN words TO wards")
        try SQLiteConnection(path).run("PRAGMA user_version = 99")
        #expect(await error().contains("a newer version of Slipway wrote it"))
        #expect(try names().allSatisfy { !$0.contains("damaged") })
    }

    @Test(arguments: [0, -1])
    func aFileWhoseVersionIsDamagedIsMovedAside(version: Int) async throws {
        try await store(2)
        try SQLiteConnection(path).run("PRAGMA user_version = \(version)")
        let store = try await OpenStore(in: folder)
        #expect(store.findings.first?.contains("its version is \(version)") == true)
        #expect(store.found.open.map(\.id.description) == ["a0", "a1"])
        #expect(try await store.accept("a") == .stored)
        store.close()
    }

    @Test func aFileThatAnotherProcessHasIsNotUsed() async throws {
        let first = try await OpenStore(in: folder)
        #expect(await error().contains("another service uses the store"))
        try await first.accept("a")
        first.close()
    }

    @Test func aFolderThatIsNotThereIsNamed() async throws {
        let store = ActionDatabase()
        let error: StoreError = await withCheckedContinuation { continuation in
            do {
                try store.start(in: "/nowhere/at/all") { news in
                    guard case .isAway(let error) = news else { return }
                    continuation.resume(returning: error)
                }
            } catch {
                continuation.resume(returning: StoreError("no thread: \(error)"))
            }
        }
        #expect(error.description.contains("No such file or directory (ENOENT)"))
        #expect(error.description.contains("/nowhere/at/all/\(ActionFile.name)"))
        #expect(store.close(within: .seconds(60)))
    }

    @Test func whatIsNoDatabaseIsMovedAside() async throws {
        try folder.write(
            String(repeating: "not a database at all\n", count: 500),
            to: ActionFile.name
        )
        let store = try await OpenStore(in: folder)
        #expect(store.findings.count == 2)
        #expect(store.findings.first?.contains("were damaged") == true)
        #expect(try await store.accept("a") == .stored)
        store.close()
        #expect(try names().contains { $0.hasPrefix("\(ActionFile.name).damaged-") })
    }

    @Test func anEarlierDamagedFileIsNotReplaced() throws {
        let now = StoreTime.now
        for number in 1...3 {
            try folder.write("damage \(number)", to: ActionFile.name)
            _ = try ActionFile(in: folder.path, at: now)
        }
        let aside = try names().filter { $0.contains("damaged") && !$0.hasSuffix("-wal") }
        let contents = try aside.map { try folder.read($0) }
        #expect(contents.sorted() == ["damage 1", "damage 2", "damage 3"])
    }

    /// The log has the last commits: without it another file would take them in.
    @Test func aDamagedFileWhoseLogCannotBeMovedStaysWhereItIs() throws {
        let now = StoreTime.now
        try folder.write("damage", to: ActionFile.name)
        try folder.write("log", to: "\(ActionFile.name)-wal")
        let taken = "\(ActionFile.name).damaged-\(now.date / 1_000_000)-wal"
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/\(taken)",
            withIntermediateDirectories: false
        )
        let error = #expect(throws: ActionFileError.self) {
            try ActionFile.moveAside(path, at: now)
        }
        #expect(error.map { "\($0)".contains("rename \(path)-wal") } == true)
        #expect(try folder.read(ActionFile.name) == "damage")
        #expect(try folder.read("\(ActionFile.name)-wal") == "log")
    }

    /// The text of the schema is not covered by SQLite's own checks.
    @Test func aFileWhoseColumnsHaveOtherNamesIsMovedAside() async throws {
        try await store(1)
        try SQLiteConnection(path).run("ALTER TABLE action RENAME COLUMN words TO wards")
        let store = try await OpenStore(in: folder)
        #expect(store.findings.first?.contains("no such column: words") == true)
        #expect(try await store.accept("a") == .stored)
        store.close()
    }

    @Test func ofADamagedFileIsSavedWhatCanBeRead() async throws {
        try await store(400)
        // In the middle of the table.
        try overwrite(at: 76_384, with: [UInt8](repeating: 0xa5, count: 4096))
        let store = try await OpenStore(in: folder)
        #expect(store.findings.first?.contains("were damaged") == true)
        let saved = store.found.open.map(\.id.description)
        #expect(saved.count > 100)
        #expect(saved.first == "a0")
        #expect(saved.last == "a399")
        store.close()
    }

    /// Or an action that may run once would run again for a sender who sends it again.
    @Test func ofADamagedFileTheKeysOfEndedActionsAreSavedToo() async throws {
        let before = try await OpenStore(in: folder)
        for id in ["open", "keyed", "other"] {
            try await before.accept(id, key: id == "keyed" ? "k" : nil)
        }
        try await before.end("keyed", .done)
        try await before.end("other", .done)
        before.close()
        try SQLiteConnection(path).run("PRAGMA user_version = -1")
        let store = try await OpenStore(in: folder)
        #expect(
            store.findings.last
                == "saved from it: 1 action that had not ended, and the keys of 1 that had"
        )
        #expect(store.found.open.map(\.id.description) == ["open"])
        #expect(try await store.accept("again", key: "k") == .duplicate(ActionID("keyed")))
        let saved = try await store.record("keyed")
        #expect(saved?.status.state == .done)
        #expect(saved?.payload == nil)
        #expect(try await store.record("other") == nil)
        store.close()
    }

    @Test func ofADamagedFileIsSavedHowFarItsActionsHaveCome() async throws {
        let before = try await OpenStore(in: folder)
        try await before.accept("a")
        try await before.attempt("a")
        _ = try await before.write(.backOff(ActionID("a"), Failure("HTTP 503"), for: .seconds(99)))
        before.close()
        try SQLiteConnection(path).run("PRAGMA user_version = -1")
        let store = try await OpenStore(in: folder)
        let saved = try #require(store.found.open.first)
        #expect(saved.attempts == 1)
        #expect(saved.failures == 1)
        #expect(saved.retryAt != nil)
        store.close()
    }

    /// No version before the first was released: nothing is known of such a file but what it says itself.
    @Test func aFileOfNoReleasedVersionIsMovedAsideAndSavedWhatItHas() async throws {
        try await store(3)
        try SQLiteConnection(path).run("ALTER TABLE action DROP COLUMN result")
        let version = ActionSchema.first - 1
        try SQLiteConnection(path).run("PRAGMA user_version = \(version)")
        let store = try await OpenStore(in: folder)
        #expect(
            store.findings.first?.hasPrefix(
                "the stored actions were damaged (its version is \(version), and it is not empty)"
            ) == true
        )
        #expect(store.found.open.map(\.id.description) == ["a0", "a1", "a2"])
        store.close()
        #expect(try names().contains { $0.hasPrefix("\(ActionFile.name).damaged-") })
    }

    @Test func theColumnsAreThoseOfTheSchema() throws {
        let table = try ActionFile(in: folder.path).table
        var columns: [String: ActionColumn.Content] = [:]
        try table.connection.rows(
            "SELECT name, type, \"notnull\" FROM pragma_table_info('action')",
            []
        ) { row in
            columns[row.text(0)] =
                switch (row.text(1), row.integer(2)) {
                case ("INTEGER", 0): .integerOrNull
                case ("INTEGER", _): .integer
                case ("TEXT", 0): .textOrNull
                case ("TEXT", _): .text
                default: .bytes
                }
            return true
        }
        // SQLite does not say of the key that it is always there.
        columns["position"] = .integer
        let known = ActionColumn.allCases.map { ($0.rawValue, $0.content) }
        #expect(columns == Dictionary(uniqueKeysWithValues: known))
    }

    /// Every number may be any number; the client reads what the service makes of it.
    @Test(arguments: [Int64.min, -1, 0, 3_600_000_000, .max])
    func damagedNumbersBecomeOnesThatCanBe(number: Int64) async throws {
        let before = try await OpenStore(in: folder)
        for id in ["open", "ended"] { try await before.accept(id, expires: .seconds(60)) }
        try await before.end("ended", .done)
        before.close()
        try SQLiteConnection(path).run(
            """
            UPDATE action SET accepted = ?1, uptime = ?1, ready_after = ?1, started_after = ?1, \
            ended_after = ?1, attempts = ?1, expires = ?1, ended = iif(ended IS NULL, NULL, ?1)
            """,
            [.integer(number)]
        )
        let store = try await OpenStore(in: folder)
        let restored = try #require(store.found.open.first)
        #expect(0...1_000_000 ~= restored.attempts)
        #expect(restored.acceptedAt <= .now)
        #expect(try #require(restored.expiresAt) >= restored.acceptedAt)
        let offsets = Offsets(processStart: .now)
        for id in ["open", "ended"] {
            let status = try #require(try await store.record(id)).status
            #expect(0...1_000_000 ~= status.attempts)
            let read = try ActionStatus(status.json(offsets), offsets)
            #expect(read.attempts == status.attempts)
        }
        store.close()
    }

    private func overwrite(at offset: Int, with bytes: [UInt8]) throws {
        let file = Glibc.open(path, O_WRONLY)
        try #require(file >= 0)
        defer { close(file) }
        #expect(pwrite(file, bytes, bytes.count, offset) == bytes.count)
    }

    /// Whatever is damaged: the store opens or says why it does not, and no handler gets a payload
    /// that its sender did not send.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func flippedBytesGiveNoWrongPayload(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await store(60)
        var status = stat()
        #expect(stat(path, &status) == 0)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let place = Int.random(in: 0..<Int(status.st_size), using: &random)
            try overwrite(at: place, with: [UInt8.random(in: 0...255, using: &random)])
        }
        guard let store = try? await OpenStore(in: folder) else { return }
        for action in store.found.open {
            guard case .begins(_, let payload, _) = try? await store.attempt(action.id.description)
            else { continue }
            #expect(payload.keys.elementsEqual(["n"]))
            #expect((0..<60).contains(payload["n"]?.integerValue ?? -1))
        }
        store.close()
    }
}
