import Foundation
import SlipwayLoop
import SlipwayTestSupport
import Testing

@testable import SlipwayProcess

@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
    init() throws {
        try Loop.start()
        try #require(becameSubreaper)
    }

    /// Runs a script that writes process numbers to `pids`, cancels it then, and waits for it.
    private func cancelled(
        _ script: String,
        in folder: TemporaryFolder,
        grace: Duration = .seconds(30)
    ) async throws -> (failure: ChildFailure?, processes: [Int]) {
        let runner = try ProcessRunner.quiet()
        return try await withThrowingTaskGroup(of: ChildFailure?.self) { group in
            group.addTask {
                do throws(ChildFailure) {
                    _ = try await runner.run(.shell(script, in: folder), grace: grace)
                    return nil
                } catch {
                    return error
                }
            }
            let processes = try await processes(in: folder)
            #expect(processes.allSatisfy(isRunning))
            group.cancelAll()
            return (try await group.next() ?? nil, processes)
        }
    }

    @Test(arguments: [
        // Children of children.
        "sleep 1000 & a=$!; sh -c 'sleep 1001 & sleep 1002' & echo $$ $a $! > new; mv new pids; wait",
        // One in a session of its own, whose parent lives.
        "setsid sleep 1000 & echo $$ $! > new; mv new pids; wait",
        // One in a session of its own that lost its parent: a daemon of the old kind.
        """
        (setsid sh -c 'echo $$ > inner; exec sleep 1000' &)
        while [ ! -s inner ]; do sleep 0.01; done
        echo $$ $(cat inner) > new; mv new pids; sleep 1001
        """,
    ])
    func cancellingEndsTheWholeTree(script: String) async throws {
        let folder = try TemporaryFolder()
        let (failure, processes) = try await cancelled(script, in: folder)
        #expect(failure == .cancelled(lastLine: nil))
        #expect(processes.count >= 2)
        #expect(processes.filter(isRunning) == [])
    }

    @Test func aChildMayCleanUpAndItsLastWordsAreKept() async throws {
        let folder = try TemporaryFolder()
        let script = """
            trap 'echo cleaned > cleaned; echo "was at 80 %" >&2; exit 0' TERM
            echo $$ > new; mv new pids
            while :; do sleep 0.01; done
            """
        let (failure, processes) = try await cancelled(script, in: folder)
        #expect(failure == .cancelled(lastLine: "was at 80 %"))
        #expect(try folder.read("cleaned") == "cleaned\n")
        #expect(processes.filter(isRunning) == [])
    }

    @Test func theOthersOfATreeGetTheGraceToo() async throws {
        let folder = try TemporaryFolder()
        // The child ends at once; the one behind it takes its time.
        let script = """
            (trap 'sleep 0.1; echo done > slow; exit' TERM; echo $$ > new; mv new pids
            while :; do sleep 0.01; done) &
            wait
            """
        _ = try await cancelled(script, in: folder)
        #expect(try folder.read("slow") == "done\n")
    }

    @Test(arguments: [
        "trap '' TERM; sleep 1000 & echo $$ $! > new; mv new pids; wait; sleep 1001",
        "(trap '' TERM; exec sleep 1000) & echo $$ $! > new; mv new pids; wait",
        "trap '' TERM; setsid sleep 1000 & echo $$ $! > new; mv new pids; wait; sleep 1001",
    ])
    func whatIgnoresTheRequestIsKilledAfterTheGrace(script: String) async throws {
        let folder = try TemporaryFolder()
        let (failure, processes) = try await cancelled(
            script,
            in: folder,
            grace: .milliseconds(100)
        )
        #expect(failure == .cancelled(lastLine: nil))
        #expect(processes.count == 2)
        #expect(processes.filter(isRunning) == [])
    }

    @Test func aCancelledTaskStartsNothing() async throws {
        let folder = try TemporaryFolder()
        let runner = try ProcessRunner.quiet()
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                await #expect(throws: ChildFailure.cancelled(lastLine: nil)) {
                    try await runner.run(.shell("touch ran", in: folder))
                }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func whatFailsLeavesNothingBehind() async throws {
        let folder = try TemporaryFolder()
        let runner = try ProcessRunner.quiet()
        let script = "setsid sleep 1000 & echo $! > pids; exit 1"
        let end = try await runner.run(.shell(script, in: folder))
        #expect(end.status == .exited(1))
        #expect(try await processes(in: folder).filter(isRunning) == [])
    }
}
