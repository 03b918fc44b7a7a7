import Glibc
import Slipway
import SlipwayJSON
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayStore

/// The file beside others that want it too.
struct StoreAccessTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/\(ActionFile.name)" }

    init() throws { folder = try TemporaryFolder() }

    /// A store that is told to open the file, and what it says.
    private final class Opening: Sendable {
        let database = ActionDatabase()
        let news = Mutex<[StoreNews]>([])

        /// Whether there was a file to use.
        func useValues(isUrgent: Bool) async -> Bool {
            await withCheckedContinuation { continuation in
                database.useFile(isUrgent ? .urgent : .synced) { file in
                    if case .success = file {
                        continuation.resume(returning: true)
                    } else {
                        continuation.resume(returning: false)
                    }
                }
            }
        }

        init(in folder: TemporaryFolder, patience: Duration) throws {
            try database.start(in: folder.path, patience: .now.advanced(by: patience)) {
                [self] told in
                news.withLock { $0.append(told) }
            }
        }

        var isOpen: Bool {
            news.withLock { $0.contains { if case .opened = $0 { true } else { false } } }
        }
        var isAway: Bool {
            news.withLock { $0.contains { if case .isAway = $0 { true } else { false } } }
        }
        var waits: Bool {
            news.withLock { $0.contains { if case .waits = $0 { true } else { false } } }
        }

        func accept(_ id: String) async -> Result<ActionWritten, StoreError> {
            await withCheckedContinuation { continuation in
                database.write(.accept(.sent(id), in: .disk)) {
                    continuation.resume(returning: $0)
                }
            }
        }
    }

    @Test func othersReadItWhileItRuns() async throws {
        let store = try await OpenStore(in: folder)
        try await store.accept("a")
        let reader = try SQLiteConnection(path)
        try reader.run("BEGIN")
        #expect(try reader.first("SELECT count(*) FROM action") { $0.integer(0) } == 1)
        #expect(try await store.accept("b") == .stored)
        try reader.run("COMMIT")
        #expect(try reader.first("SELECT count(*) FROM action") { $0.integer(0) } == 2)
        store.close()
    }

    @Test func aFileThatIsLockedIsWaitedFor() async throws {
        try await OpenStore(in: folder).close()
        var other: SQLiteConnection? = try SQLiteConnection(path)
        try other?.run("PRAGMA locking_mode = EXCLUSIVE")
        try other?.run("BEGIN EXCLUSIVE")
        let store = try Opening(in: folder, patience: .seconds(60))
        async let accepted = store.accept("a")
        try await eventually("it says so") { store.waits }
        #expect(!store.isOpen && !store.isAway)
        other = nil
        #expect(await accepted == .success(.stored))
        #expect(store.database.close(within: .seconds(60)))
    }

    @Test func aFileThatStaysLockedIsDoneWithoutAndTakenUpLater() async throws {
        let first = try await OpenStore(in: folder)
        try await first.accept("first")
        let second = try Opening(in: folder, patience: .milliseconds(1))
        try await eventually("it goes on without") { second.isAway }
        let refused = await second.accept("refused")
        guard case .failure(let error) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(error.description.contains("another service uses the store and holds"))
        first.close()
        try await eventually("it is taken up") { second.isOpen }
        let found = second.news.withLock { news in
            news.compactMap { if case .opened(let found) = $0 { found.open } else { nil } }
        }
        #expect(found.first?.map(\.id.description) == ["first"])
        #expect(await second.accept("second") == .success(.stored))
        #expect(second.database.close(within: .seconds(60)))
    }

    @Test func whoWaitsForTheFileCanBeStopped() async throws {
        let first = try await OpenStore(in: folder)
        let second = try Opening(in: folder, patience: .seconds(3600))
        async let answer = second.accept("a")
        try await eventually("it waits") { second.waits }
        #expect(second.database.close(within: .seconds(60)))
        #expect(await answer == .failure(.closed))
        first.close()
    }

    /// A launch goes on without a kept value; one that it is to keep waits for its place.
    @Test func aReaderOfAValueWaitsOnlyForAMomentAndAWriterForItsTurn() async throws {
        let first = try await OpenStore(in: folder)
        let second = try Opening(in: folder, patience: .seconds(3600))
        async let written = second.useValues(isUrgent: false)
        try await eventually("it waits") { second.waits }
        #expect(await second.useValues(isUrgent: true) == false)
        first.close()
        #expect(await written)
        #expect(await second.useValues(isUrgent: true))
        #expect(second.database.close(within: .seconds(60)))
    }

    @Test func aCopyOfTheClosedFileAloneIsWhole() async throws {
        let store = try await OpenStore(in: folder)
        for number in 0..<10 { try await store.accept("a\(number)") }
        // A reader that stays would keep SQLite from doing so by itself.
        let reader = try SQLiteConnection(path)
        _ = try reader.first("SELECT count(*) FROM action") { $0.integer(0) }
        store.close()
        let copy = "\(folder.path)/copy.db"
        try FileCopy.make(of: path, at: copy)
        let count = try SQLiteConnection(copy).first("SELECT count(*) FROM action") {
            $0.integer(0)
        }
        #expect(count == 10)
    }

    @Test func whatIsPurgedGivesItsRoomBack() async throws {
        let store = try await OpenStore(in: folder)
        let text = JSON.string(String(repeating: "x", count: 20_000))
        for number in 0..<100 {
            try await store.accept("a\(number)", ["text": text])
            try await store.end("a\(number)")
        }
        let before = try pages()
        _ = try await store.read { reading throws(StoreError) in try reading.purge() }
        try await eventually("the room is given back") { try pages() * 10 < before }
        store.close()
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_size < 200_000)
    }

    private func pages() throws -> Int64 {
        try SQLiteConnection(path).first("PRAGMA page_count") { $0.integer(0) } ?? 0
    }
}
