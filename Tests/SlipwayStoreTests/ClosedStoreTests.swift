import Glibc
import PowerLoss
import Slipway
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayStore

/// A store without a file: there can be none, or it is closed.
struct ClosedStoreTests {
    private let error = StoreError("there is no thread for the store")
    private let write = ActionChange.end(ActionID("a"), .done)

    @Test func aRefusalAnswersWhatCameBeforeItAndTakesNoThread() {
        let database = ActionDatabase()
        let answers = Mutex<[StoreError?]>([])
        database.write(write) { result in
            guard case .failure(let error) = result else { return }
            answers.withLock { $0.append(error) }
        }
        database.read { reading in answers.withLock { $0.append(reading.failure) } }
        database.refuse(error)
        #expect(answers.withLock { $0 } == [error, error])
        #expect(database.close(within: .seconds(60)))
    }

    /// A launch makes its changes with its lock held, and the answer takes that lock.
    @Test func aChangeAfterARefusalIsAnsweredOutsideOfTheCallersLock() async {
        let database = ActionDatabase()
        database.refuse(error)
        let lock = Mutex(())
        let result = await withCheckedContinuation { continuation in
            lock.withLock { _ in
                database.write(write) { result in
                    lock.withLock { _ in }
                    continuation.resume(returning: result)
                }
            }
        }
        #expect(result == .failure(error))
    }

    /// A sender that waits for an answer must not be told that its action was refused.
    @Test func aDiskThatTakesTooLongIsTold() {
        // Nothing is written before it is begun.
        let store = ActionStore(isDurable: true)
        #expect(!store.end(within: .milliseconds(1)))
        #expect(ActionStore(isDurable: false).end(within: .milliseconds(1)))
    }

    @Test func afterTheCloseEveryCallIsAnswered() async throws {
        let folder = try TemporaryFolder()
        let store = try await OpenStore(in: folder)
        try await store.accept("a")
        store.close()
        await #expect(throws: StoreError.closed) { try await store.accept("b") }
        await #expect(throws: StoreError.closed) { try await store.record("a") }
    }

    @Test func whereThereCanBeNoFileTheCloseDoesNotWait() async throws {
        let store = ActionDatabase()
        let (isOpen, opened) = AsyncStream.makeStream(of: Bool.self)
        try store.start(in: "/nowhere/at/all") { news in
            if case .opened = news { opened.yield(true) } else { opened.yield(false) }
            opened.finish()
        }
        for await isOpen in isOpen { #expect(!isOpen) }
        #expect(store.close(within: .seconds(60)))
    }

    /// The last checkpoint is no part of what is waited for: all is in the log by then.
    @Test func aFileThatIsSlowToCloseIsWrittenAllTheSame() async throws {
        slipway_register_power_loss()
        let folder = try TemporaryFolder()
        let store = try await OpenStore(in: folder, layer: String(cString: slipway_power_loss))
        try await store.accept("a")
        // The copy of what is synced waits here for a reader.
        let copy = "\(folder.path)/\(ActionFile.name).synced"
        unlink(copy)
        try #require(mkfifo(copy, 0o600) == 0)
        #expect(store.database.close(within: .milliseconds(500)))
        let reader = open(copy, O_RDONLY | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        var buffer = [UInt8](repeating: 0, count: 65536)
        while read(reader, &buffer, buffer.count) > 0 {}
    }
}
