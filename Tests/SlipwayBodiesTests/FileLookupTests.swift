import Dispatch
import Glibc
import SlipwayLoop
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayBodies

@Suite(.timeLimit(.minutes(10)))
struct FileLookupTests {
    init() throws { try Loop.start() }

    @Test func whatIsThereIsFound() async throws {
        let folder = try TemporaryFolder()
        #expect(try await FileLookup().failure(at: folder.path) == nil)
        #expect(try await FileLookup().failure(at: folder.path + "/nothing") == ErrorNumber(ENOENT))
    }

    @Test func aCancelledTaskLearnsWhatIsKnownAtOnce() async throws {
        let task = Task { try await FileLookup().failure(at: "/no/such/file") }
        task.cancel()
        #expect(try await task.value == ErrorNumber(ENOENT))
    }

    @Test func aFileSystemThatDoesNotAnswerIsNotWaitedForAfterACancellation() async {
        let answers = DispatchSemaphore(value: 0)
        defer { answers.signal() }
        let lookup = FileLookup { _ in
            answers.wait()
            return nil
        }
        let task = Task { try await lookup.failure(at: "/nfs") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
