import Glibc
import PowerLoss
import Slipway
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayStore

/// A store whose disk hangs in the middle of a commit, as a frozen file system does.
@Suite(.timeLimit(.minutes(5)))
struct StoreSilenceTests {
    private let folder: TemporaryFolder
    private let database = ActionDatabase()
    private let news = News()

    private final class News: Sendable {
        let told = Mutex<[StoreNews]>([])

        func has(_ wanted: (StoreNews) -> Bool) -> Bool {
            told.withLock { $0.contains(where: wanted) }
        }
    }

    /// What a write came to, once that is known.
    private final class Written: Sendable {
        let result = Mutex<Result<ActionWritten, StoreError>?>(nil)
    }

    init() async throws {
        slipway_register_power_loss()
        folder = try TemporaryFolder()
        let layer = String(cString: slipway_power_loss)
        try database.start(in: folder.path, layer: layer) { [news] told in
            news.told.withLock { $0.append(told) }
        }
        try await eventually("it is open") {
            news.has { if case .opened = $0 { true } else { false } }
        }
    }

    private func write(
        _ id: String,
        in durability: ActionPolicy.Durability = .disk,
        key: String? = nil
    )
        -> Written
    {
        let written = Written()
        database.write(.accept(.sent(id, key: key), in: durability)) { result in
            written.result.withLock { $0 = result }
        }
        return written
    }

    private func result(
        _ written: Written
    ) async throws -> Result<ActionWritten, StoreError> {
        try await eventually("it is known") { written.result.withLock { $0 != nil } }
        let result = written.result.withLock(\.self)
        return try #require(result)
    }

    private func record(_ id: String) async throws -> StoredAction? {
        try await withCheckedThrowingContinuation { continuation in
            let answer = SingleAnswer<Result<StoredAction?, StoreError>> {
                continuation.resume(with: $0.mapError { $0 as any Error })
            }
            database.read { reading in
                answer.give(Result { () throws(StoreError) in try reading.record(ActionID(id)) })
            }
        }
    }

    /// Where the layer copies what is synced of the log: without a reader that waits for ever.
    private var pipe: String { "\(folder.path)/\(ActionFile.name)-wal.synced" }

    private func freeze() throws {
        unlink(pipe)
        try #require(mkfifo(pipe, 0o600) == 0)
    }

    private func thaw() throws {
        let reader = open(pipe, O_RDONLY | O_CLOEXEC)
        try #require(reader >= 0)
        unlink(pipe)
        defer { close(reader) }
        var buffer = [UInt8](repeating: 0, count: 65536)
        while read(reader, &buffer, buffer.count) > 0 {}
    }

    private var silence: StoreError { .silence(of: folder.path) }

    @Test func callsAreAnsweredMemoryGoesOnAndWhatWasUnderWayIsKeptInTheEnd() async throws {
        try freeze()
        let first = write("a", key: "other")
        let memory = write("m", in: .memory)
        #expect(try await result(memory) == .success(.stored))
        // Of one key a stored action of its kind counts: that needs the file, and is done without it in the end.
        let keyed = write("k", in: .memory, key: "one")
        try await eventually("it is silent") {
            news.has { $0 == .silent(silence, isAwaited: false, [ActionID("a")]) }
        }
        #expect(first.result.withLock { $0 == nil })
        #expect(try await result(keyed) == .success(.stored))
        #expect(try await result(write("b")) == .failure(silence))
        #expect(try await record("m") != nil)
        await #expect(throws: silence) { try await record("a") }
        let file: Bool = await withCheckedContinuation { continuation in
            database.useFile(.urgent) { file in
                continuation.resume(returning: (try? file.get()) != nil)
            }
        }
        #expect(!file)

        try thaw()
        #expect(try await result(first) == .success(.stored))
        try await eventually("it answers") { news.has { $0 == .answers } }
        #expect(try await record("a") != nil)
        #expect(try await record("b") == nil)
        #expect(try await result(write("b")) == .success(.stored))
        #expect(database.close(within: .seconds(60)))
    }

    @Test func theEndOfTheServiceIsNotHeldUp() async throws {
        try freeze()
        let first = write("a")
        #expect(!database.close(within: .milliseconds(200)))
        try thaw()
        #expect(try await result(first) == .success(.stored))
    }
}
