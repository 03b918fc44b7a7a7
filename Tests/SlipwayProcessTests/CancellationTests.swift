import Foundation
import SlipwayProcess
import SlipwayTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
    @Test(arguments: [
        // Children of children.
        "sleep 1000 & a=$!; sh -c 'sleep 1001 & sleep 1002' & echo $$ $a $! > new; mv new pids; wait",
        // One in its own session, whose parent lives.
        "setsid sleep 1000 & echo $$ $! > new; mv new pids; wait",
    ])
    func cancellingEndsTheWholeTree(script: String) async throws {
        let folder = try TemporaryFolder()
        let (failure, processes) = try await cancelling(script, in: folder)
        #expect(failure == .cancelled(lastLine: nil, killedAfter: nil))
        #expect(processes.count >= 2)
        #expect(processes.filter(isRunning) == [])
    }

    @Test func aChildMayCleanUpAndItsLastWordsAreKept() async throws {
        let folder = try TemporaryFolder()
        let script = """
            trap 'echo cleaned > cleaned; echo "was at 80 %" >&2; exit 1' TERM
            echo $$ > new; mv new pids
            while :; do sleep 0.01; done
            """
        let (failure, processes) = try await cancelling(script, in: folder)
        #expect(failure == .cancelled(lastLine: "was at 80 %", killedAfter: nil))
        #expect(try folder.read("cleaned") == "cleaned\n")
        #expect(processes.filter(isRunning) == [])
    }

    @Test func aChildThatSucceedsAllTheSameHasSucceeded() async throws {
        let folder = try TemporaryFolder()
        let script = """
            trap 'sleep 0.1; echo charged > charged; exit 0' TERM
            echo $$ > new; mv new pids
            while :; do sleep 0.01; done
            """
        let (failure, processes) = try await cancelling(script, in: folder)
        #expect(failure == nil)
        #expect(try folder.read("charged") == "charged\n")
        #expect(processes.filter(isRunning) == [])
    }

    @Test func theOthersOfATreeGetTheGraceToo() async throws {
        let folder = try TemporaryFolder()
        // The child ends at once; the process that it started takes longer.
        let script = """
            (trap 'sleep 0.1; echo done > slow; exit' TERM; echo $$ > new; mv new pids
            while :; do sleep 0.01; done) &
            wait
            """
        _ = try await cancelling(script, in: folder)
        #expect(try folder.read("slow") == "done\n")
    }

    @Test(arguments: [
        "trap '' TERM; sleep 1000 & echo $$ $! > new; mv new pids; wait; sleep 1001",
        "(trap '' TERM; exec sleep 1000) & echo $$ $! > new; mv new pids; wait",
    ])
    func whatIgnoresTheRequestIsKilledAfterTheGrace(script: String) async throws {
        let folder = try TemporaryFolder()
        let (failure, processes) = try await cancelling(
            script,
            in: folder,
            grace: .milliseconds(100)
        )
        #expect(failure == .cancelled(lastLine: nil, killedAfter: .milliseconds(100)))
        #expect(processes.count == 2)
        #expect(processes.filter(isRunning) == [])
    }

    @Test func aCancelledTaskStartsNothing() async throws {
        let folder = try TemporaryFolder()
        let runner = try ProcessRunner.quiet()
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                await #expect(throws: ChildFailure.cancelled(lastLine: nil, killedAfter: nil)) {
                    try await runner.run(.shell("touch ran", in: folder))
                }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
}
